import type { Clock } from '../../platform/kit/clock.ts'
import type { Transaction } from '../../platform/store/database.ts'
import type { Plans } from '../plans/plans.ts'
import * as store from './months.store.ts'
import { monthOf } from './months.ts'
import { isCrossing, type Notices } from './notices.ts'
import { planOf } from './subscriptions.store.ts'

interface MessagesOptions {
  clock: Clock
  plans: Plans
  notices: Notices
}

/**
 * Counts a visitor's message for the month of its organization, in the transaction of the message.
 * False when the plan includes no more messages.
 */
export const createCountMessage =
  ({ clock, plans, notices }: MessagesOptions) =>
  async (tx: Transaction, organizationId: string): Promise<boolean> => {
    const plan = await planOf(tx.db, organizationId)
    const month = monthOf(clock.now())
    const limit = 'messages_per_month'
    const included = plans[plan].limits[limit]
    const maximum = included ?? Number.MAX_SAFE_INTEGER
    const used = await store.countMessage(tx.db, { organizationId, month, maximum })
    if (used === null) return false
    if (included !== null && isCrossing({ used, maximum })) {
      await notices(tx, { organizationId, plan, limit, month, used, maximum })
    }
    return true
  }
