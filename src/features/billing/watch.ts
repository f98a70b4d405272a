import { planNames } from '#contract/plans.ts'
import { runUnaudited } from '../../platform/change.ts'
import { type Context, readContext, type Service } from '../../platform/context.ts'
import { planLimit } from '../plans/limits.ts'
import { messagesOf } from '../plans/monthly.store.ts'
import {
  type MonthlyLimit,
  type MonthlyUse,
  monthOf,
  reachedPercent,
  startOfMonth,
} from '../plans/monthly.ts'
import { countScansOfEach } from '../scans/scans.ts'
import * as notices from './notices.store.ts'
import { notifyLimitNear } from './notices.ts'
import { allOrganizations, type PlannedOrganization } from './organizations.store.ts'
import { lockPlan } from './subscriptions.store.ts'

const usedOf: Record<
  MonthlyLimit,
  (context: Context<null>, ids: string[], month: number) => Promise<Map<string, number>>
> = {
  scans_per_month: (context, ids, month) =>
    countScansOfEach(context, ids, startOfMonth(month), startOfMonth(month + 1)),
  messages_per_month: ({ db }, ids, month) => messagesOf(db, ids, month),
}

/** The uses about which the owners have not been notified. */
const findNews = async (
  context: Context<null>,
  some: PlannedOrganization[],
  limit: MonthlyLimit,
  month: number,
) => {
  const limited = some.filter(({ plan }) => planLimit(context, plan, limit) !== null)
  if (limited.length === 0) return []
  const ids = limited.map(({ id }) => id)
  const used = await usedOf[limit](context, ids, month)
  const uses = limited.map(({ id, plan }): MonthlyUse => {
    const maximum = planLimit(context, plan, limit) ?? 0
    return { organizationId: id, plan, limit, month, used: used.get(id) ?? 0, maximum }
  })
  const reaching = uses.filter((use) => reachedPercent(use) !== undefined)
  if (reaching.length === 0) return []
  const known = await notices.listOf(context.db, ids, month, limit)
  return reaching.filter((use) => {
    const percent = reachedPercent(use)
    return !known.some(
      (one) => one.organization_id === use.organizationId && one.percent === percent,
    )
  })
}

const notify = (service: Service, use: MonthlyUse) =>
  runUnaudited(service, async (change) => {
    // The plan has changed since. The next round checks the new plan.
    if ((await lockPlan(change.db, use.organizationId)) !== use.plan) return
    await notifyLimitNear(change, use)
  })

/**
 * Notifies the owners of organizations that have used most of a monthly limit, so that a scan need
 * not check it. Messages check it themselves; this covers organizations whose limit was lowered.
 */
export const checkLimits = async (service: Service) => {
  const context = readContext(service, null)
  const month = monthOf(context.now())
  const limits = (['scans_per_month', 'messages_per_month'] as const).filter((limit) =>
    planNames.some((plan) => planLimit(context, plan, limit) !== null),
  )
  if (limits.length === 0) return
  for await (const some of allOrganizations(context.db)) {
    for (const limit of limits) {
      for (const use of await findNews(context, some, limit, month)) await notify(service, use)
    }
  }
}
