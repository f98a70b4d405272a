import { announce, type Change } from '../../platform/context.ts'
import type { Plan } from '../../platform/store/tables.ts'
import * as store from './monthly.store.ts'
import { planLimit } from './plans.ts'

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

declare module '../../platform/context.ts' {
  interface Facts {
    /** The use has reached one of the percentages at which members are notified. */
    limitNear: MonthlyUse
  }
}

/** UTC months, numbered. */
export const monthOf = (instant: number): number => {
  const date = new Date(instant)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

export const startOfMonth = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12)

/** The percentages of a limit at which members are notified. */
export const noticePercents = [80, 100]

type Share = Pick<MonthlyUse, 'used' | 'maximum'>

/** The highest percentage that is reached, or undefined. */
export const reachedPercent = ({ used, maximum }: Share): number | undefined =>
  // Skip the notice when the plan includes no messages: a percentage of zero is meaningless.
  maximum === 0 ? undefined : noticePercents.findLast((percent) => used * 100 >= maximum * percent)

/** Whether the last message reached one of the percentages. */
const isCrossing = ({ used, maximum }: Share): boolean =>
  reachedPercent({ used, maximum }) !== reachedPercent({ used: used - 1, maximum })

/**
 * Counts a visitor's message for the month of its organization, in the transaction of the message.
 * False when the plan includes no more messages.
 */
export const countMessage = async (
  change: Change<unknown>,
  organizationId: string,
): Promise<boolean> => {
  const plan = await store.planOf(change.db, organizationId)
  const month = monthOf(change.now())
  const limit = 'messages_per_month'
  const included = planLimit(change, plan, limit)
  const maximum = included ?? Number.MAX_SAFE_INTEGER
  const used = await store.countMessage(change.db, { organizationId, month, maximum })
  if (used === null) return false
  if (included !== null && isCrossing({ used, maximum })) {
    await announce(change, 'limitNear', { organizationId, plan, limit, month, used, maximum })
  }
  return true
}
