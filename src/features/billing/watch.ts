import { planNames } from '#contract/plans.ts'
import { minuteMs } from '../../platform/kit/clock.ts'
import type { Logger } from '../../platform/kit/log.ts'
import { startWorker, type Worker } from '../../platform/kit/worker.ts'
import type { Base, Db } from '../../platform/store/database.ts'
import type { Plans } from '../plans/plans.ts'
import { messagesOf } from './months.store.ts'
import { monthOf, startOfMonth } from './months.ts'
import * as noted from './notices.store.ts'
import { type MonthlyLimit, type MonthlyUse, type Notices, reachedPercent } from './notices.ts'
import { allOrganizations, type PlannedOrganization } from './organizations.store.ts'
import { holdPlan } from './subscriptions.store.ts'

interface WatchOptions extends Base {
  plans: Plans
  notices: Notices
  scansOf: (
    db: Db,
    organizationIds: string[],
    from: number,
    until: number,
  ) => Promise<Map<string, number>>
}

const everyMs = 5 * minuteMs

/**
 * Checks regularly which organizations have used most of a monthly limit, and notifies the owners,
 * so that a scan need not check it. Messages check it themselves; this covers organizations whose
 * limit was lowered.
 */
export const createLimitWatch = (options: WatchOptions) => {
  const { database, clock, plans, notices, scansOf } = options
  const { db } = database

  const usedOf: Record<
    MonthlyLimit,
    (ids: string[], month: number) => Promise<Map<string, number>>
  > = {
    scans_per_month: (ids, month) => scansOf(db, ids, startOfMonth(month), startOfMonth(month + 1)),
    messages_per_month: (ids, month) => messagesOf(db, ids, month),
  }

  /** The uses about which the owners have not been notified. */
  const findNews = async (some: PlannedOrganization[], limit: MonthlyLimit, month: number) => {
    const limited = some.filter(({ plan }) => plans[plan].limits[limit] !== null)
    if (limited.length === 0) return []
    const ids = limited.map(({ id }) => id)
    const used = await usedOf[limit](ids, month)
    const uses = limited.map(({ id, plan }): MonthlyUse => {
      const maximum = plans[plan].limits[limit] ?? 0
      return { organizationId: id, plan, limit, month, used: used.get(id) ?? 0, maximum }
    })
    const reaching = uses.filter((use) => reachedPercent(use) !== undefined)
    if (reaching.length === 0) return []
    const known = await noted.listOf(db, ids, month, limit)
    return reaching.filter((use) => {
      const percent = reachedPercent(use)
      return !known.some(
        (one) => one.organization_id === use.organizationId && one.percent === percent,
      )
    })
  }

  const tell = (use: MonthlyUse) =>
    database.transaction(async (tx) => {
      // The plan has changed since. The next round checks the new plan.
      if ((await holdPlan(tx.db, use.organizationId)) !== use.plan) return
      await notices(tx, use)
    })

  const look = async () => {
    const month = monthOf(clock.now())
    const limits = (['scans_per_month', 'messages_per_month'] as const).filter((limit) =>
      planNames.some((plan) => plans[plan].limits[limit] !== null),
    )
    if (limits.length === 0) return
    for await (const some of allOrganizations(db)) {
      for (const limit of limits) {
        for (const use of await findNews(some, limit, month)) await tell(use)
      }
    }
  }

  return {
    look,
    start: (log: Logger): Worker =>
      startWorker({
        name: 'limits',
        log,
        retryMs: minuteMs,
        round: async () => {
          await look()
          return everyMs
        },
      }),
  }
}
