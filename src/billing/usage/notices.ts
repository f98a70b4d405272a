import type { Outgoing } from '../../mail/mail.ts'
import type { Db, Transaction } from '../../storage/database.ts'
import type { Plan } from '../../storage/tables.ts'
import { startOfMonth } from './months.ts'
import * as store from './notices.store.ts'

export type MonthlyLimit = 'scans_per_month' | 'messages_per_month'

/** How much of a month's limit is used. */
export interface MonthlyUse {
  organizationId: string
  plan: Plan
  limit: MonthlyLimit
  month: number
  used: number
  maximum: number
}

/** At which shares of a limit its owners are told, in percent. */
const percents = [80, 100]

type Share = Pick<MonthlyUse, 'used' | 'maximum'>

/** The largest of the shares that are reached; undefined where none is. */
export const reachedPercent = ({ used, maximum }: Share): number | undefined =>
  // Of nothing there is no share: who has a plan without messages need not hear that they are used.
  maximum === 0 ? undefined : percents.findLast((percent) => used * 100 >= maximum * percent)

/** Whether the last one of them was the one that reached a share. */
export const isCrossing = ({ used, maximum }: Share): boolean =>
  reachedPercent({ used, maximum }) !== reachedPercent({ used: used - 1, maximum })

interface NoticesOptions {
  mail: Outgoing
  owners: (db: Db, organizationId: string) => Promise<{ organizationName: string; email: string }[]>
}

export type Notices = ReturnType<typeof createNotices>

/** Tells the owners how far a month's limit is used: once a month for each share of each limit. */
export const createNotices =
  ({ mail, owners }: NoticesOptions) =>
  async (tx: Transaction, use: MonthlyUse) => {
    const reached = reachedPercent(use)
    if (reached === undefined) return
    const { organizationId, plan, limit, month, used, maximum } = use
    let isNew = false
    // The smaller ones too: nobody wants to hear of them after the larger.
    for (const percent of percents.filter((one) => one <= reached)) {
      const notice = { organization_id: organizationId, month, limit_name: limit, percent }
      isNew = await store.note(tx.db, notice)
    }
    if (!isNew) return
    const until = startOfMonth(month + 1)
    const kind = reached === 100 ? 'limitReached' : 'limitNear'
    for (const { organizationName, email } of await owners(tx.db, organizationId)) {
      const data = { organizationName, plan, limit, used, maximum, until }
      await mail.enqueue(tx, { kind, recipient: email, data })
    }
  }
