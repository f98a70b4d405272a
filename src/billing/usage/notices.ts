import type { Outgoing } from '../../mail/mail.ts'
import type { Db, Transaction } from '../../storage/database.ts'
import type { Plan } from '../../storage/tables.ts'
import { startOfMonth } from './months.ts'
import * as store from './notices.store.ts'

export type MonthlyLimit = 'scans_per_month' | 'messages_per_month'

/** The use of a monthly limit. */
export interface MonthlyUse {
  organizationId: string
  plan: Plan
  limit: MonthlyLimit
  month: number
  used: number
  maximum: number
}

/** The percentages of a limit at which owners are notified. */
const percents = [80, 100]

type Share = Pick<MonthlyUse, 'used' | 'maximum'>

/** The highest percentage that is reached, or undefined. */
export const reachedPercent = ({ used, maximum }: Share): number | undefined =>
  // Skip the notice when the plan includes no messages: a percentage of zero is meaningless.
  maximum === 0 ? undefined : percents.findLast((percent) => used * 100 >= maximum * percent)

/** Whether the last message reached one of the percentages. */
export const isCrossing = ({ used, maximum }: Share): boolean =>
  reachedPercent({ used, maximum }) !== reachedPercent({ used: used - 1, maximum })

interface NoticesOptions {
  mail: Outgoing
  owners: (db: Db, organizationId: string) => Promise<{ organizationName: string; email: string }[]>
}

export type Notices = ReturnType<typeof createNotices>

/**
 * Notifies the owners about the use of a monthly limit, once a month for each percentage of each
 * limit.
 */
export const createNotices =
  ({ mail, owners }: NoticesOptions) =>
  async (tx: Transaction, use: MonthlyUse) => {
    const reached = reachedPercent(use)
    if (reached === undefined) return
    const { organizationId, plan, limit, month, used, maximum } = use
    let isNew = false
    // Also record the lower percentages, so that their notices are not sent later.
    for (const percent of percents.filter((one) => one <= reached)) {
      const notice = { organization_id: organizationId, month, limit_name: limit, percent }
      isNew = await store.note(tx.db, notice)
    }
    if (!isNew) return
    const until = startOfMonth(month + 1)
    const kind = reached === 100 ? 'limitReached' : 'limitNear'
    for (const { organizationName, email } of await owners(tx.db, organizationId)) {
      const data = { organizationId, organizationName, plan, limit, used, maximum, until }
      await mail.enqueue(tx, { kind, recipient: email, data })
    }
  }
