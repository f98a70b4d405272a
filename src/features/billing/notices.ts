import type { Outgoing } from '../../platform/mail/mail.ts'
import type { Transaction } from '../../platform/store/database.ts'
import type { Plan } from '../../platform/store/tables.ts'
import type { Notifications } from '../notifications/notifications.ts'
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

/** The percentages of a limit at which members are notified. */
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
  notifications: Pick<Notifications, 'recipients' | 'owners'>
}

export type Notices = ReturnType<typeof createNotices>

/**
 * Notifies members about the use of a monthly limit, once a month for each percentage of each
 * limit: at 80 % those who chose it, at 100 % also every owner.
 */
export const createNotices = ({ mail, notifications }: NoticesOptions) => {
  const recipients = async (tx: Transaction, organizationId: string, isReached: boolean) => {
    const chosen = await notifications.recipients(tx.db, organizationId, 'plan_limit')
    if (!isReached) return chosen
    const owners = await notifications.owners(tx.db, organizationId)
    const others = chosen.filter(
      ({ reader }) => !owners.some((owner) => owner.reader.memberId === reader.memberId),
    )
    return [...owners, ...others]
  }

  return async (tx: Transaction, use: MonthlyUse) => {
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
    const isReached = reached === 100
    const kind = isReached ? 'limitReached' : 'limitNear'
    const told = await recipients(tx, organizationId, isReached)
    for (const { organizationName, email, reader } of told) {
      const data = { organizationName, plan, limit, used, maximum, until, reader }
      await mail.enqueue(tx, { kind, recipient: email, data })
    }
  }
}
