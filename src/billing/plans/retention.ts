import { type Clock, dayMs } from '../../kit/clock.ts'
import type { Database, Db } from '../../storage/database.ts'
import { holdPlan } from '../subscriptions/subscriptions.store.ts'
import { allOrganizations, type PlannedOrganization } from '../usage/organizations.store.ts'
import { type Plans, planNames } from './plans.ts'

/** Something of which organizations keep what happened. */
export interface History {
  hasOlder(db: Db, organizationId: string, before: number): Promise<boolean>
  /** A small step; answers how many went. */
  deleteOlder(db: Db, organizationId: string, before: number): Promise<number>
}

interface RetentionOptions {
  database: Database
  clock: Clock
  plans: Plans
  histories: History[]
}

/** For so long a plan deletes nothing: whoever chose it by mistake has time to notice. */
const graceMs = 30 * dayMs

/** Deletes what is older than the plan of its organization keeps. */
export const createRetention =
  ({ database, clock, plans, histories }: RetentionOptions) =>
  async () => {
    if (shortestRetention(plans) === null) return
    const now = clock.now()
    const clean = async ({ id, plan }: PlannedOrganization, before: number) => {
      for (const { hasOlder, deleteOlder } of histories) {
        let deleted = 1
        while (deleted > 0 && (await hasOlder(database.db, id, before))) {
          deleted = await database.transaction(async ({ db }) =>
            // Upgraded meanwhile: what it paid to keep stays.
            (await holdPlan(db, id)) === plan ? await deleteOlder(db, id, before) : 0,
          )
        }
      }
    }
    for await (const some of allOrganizations(database.db)) {
      for (const organization of some) {
        const days = plans[organization.plan].limits.retention_days
        if (days === null || organization.plan_since > now - graceMs) continue
        await clean(organization, now - days * dayMs)
      }
    }
  }

/** Of all plans, in days; null where none deletes anything. */
export const shortestRetention = (plans: Plans): number | null => {
  const days = planNames.flatMap((name) => plans[name].limits.retention_days ?? [])
  return days.length === 0 ? null : Math.min(...days)
}
