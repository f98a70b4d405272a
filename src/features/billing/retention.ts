import { planNames } from '#contract/plans.ts'
import { readContext, type Service } from '../../platform/context.ts'
import { dayMs } from '../../platform/kit/clock.ts'
import type { Db } from '../../platform/store/database.ts'
import { conversationHistory } from '../conversations/inbox.store.ts'
import { leadHistory } from '../people/leads.store.ts'
import { deleteOlder, type History } from '../people/privacy.ts'
import { type Plans, planLimit, plansOf } from '../plans/plans.ts'
import type { AnyKeeps } from '../scans/deletion.store.ts'
import { scanHistory } from '../scans/scans.ts'
import {
  allOrganizations,
  lockPlan,
  organizationsById,
  type PlannedOrganization,
} from './billing.store.ts'

interface PlannedHistory extends History {
  /** Deletes whole months before an instant at once, where no organization keeps anything of them. */
  dropMonths?(before: number, anyKeeps: AnyKeeps): Promise<void>
}

/** A new plan deletes nothing for this time, so that an owner can notice a mistaken choice. */
const graceMs = 30 * dayMs

/** Deletes data that is older than the retention of the organization's plan. */
export const applyRetention = async (service: Service) => {
  const context = readContext(service, null)
  const histories: PlannedHistory[] = [scanHistory(service), conversationHistory, leadHistory]
  const shortest = shortestRetention(plansOf(context))
  if (shortest === null) return
  const now = context.now()
  /** The instant before which the data of an organization is deleted; null: everything stays. */
  const retainedFrom = ({ plan, plan_since }: PlannedOrganization): number | null => {
    const days = planLimit(context, plan, 'retention_days')
    return days === null || plan_since > now - graceMs ? null : now - days * dayMs
  }
  const anyKeeps: AnyKeeps = async (ids, until) =>
    (await organizationsById(context.db, ids)).some((one) => (retainedFrom(one) ?? 0) < until)
  for (const { dropMonths } of histories) await dropMonths?.(now - shortest * dayMs, anyKeeps)
  for await (const some of allOrganizations(context.db)) {
    for (const organization of some) {
      const { id, plan } = organization
      const before = retainedFrom(organization)
      if (before === null) continue
      // An organization that has been upgraded since keeps its data.
      const isInForce = async (db: Db) => (await lockPlan(db, id)) === plan
      for (const history of histories)
        await deleteOlder(context, history, { id, before, isInForce })
    }
  }
}

/** The shortest retention of all plans in days; null when no plan deletes anything. */
export const shortestRetention = (plans: Plans): number | null => {
  const days = planNames.flatMap((name) => plans[name].limits.retention_days ?? [])
  return days.length === 0 ? null : Math.min(...days)
}
