import { isDeepStrictEqual } from 'node:util'
import { planNames } from '#contract/plans.ts'
import { dayMs, hourMs, minuteMs } from '../../platform/kit/clock.ts'
import type { Plan } from '../../platform/store/tables.ts'
import { type Plans, rankOf } from '../plans/plans.ts'
import { type SubscriptionRow, unpaid } from './billing.store.ts'
import type { NextSubscription } from './change-plan.ts'

/** A subscription at Stripe, in our units. */
export interface StripeSubscription {
  id: string
  status: string
  createdAt: number
  periodEnd: number | null
  /** The end of a cancelled subscription. */
  cancelAt: number | null
  items: { id: string; price: string }[]
  /** The user who chose the plan, from the metadata. */
  userId: string | null
}

/** The stored state. */
interface Known {
  plan: Plan
  row: SubscriptionRow
}

export interface State {
  /** Null: Stripe does not determine the plan. */
  next: NextSubscription | null
  /** The time of the next check. */
  reconcileAt: number
  /** The subscription that determines the plan. */
  counted: StripeSubscription | null
  /** Warnings for the operator. */
  complaints: { text: string; subscriptionIds: string[]; prices: string[] }[]
}

/** The plan stays for this time after a failed payment. */
const graceMs = 7 * dayMs

/** Subscriptions that are paid or may still be paid. All others give no plan. */
const running = ['active', 'trialing', 'past_due']

/**
 * The subscription that determines the plan: paid before unpaid, then the best plan, then the
 * newest.
 */
export const runningOf = (subscriptions: StripeSubscription[], plans: Plans) =>
  subscriptions
    .filter(({ status }) => running.includes(status))
    .toSorted(
      (a, b) =>
        Number(isOverdue(a)) - Number(isOverdue(b)) ||
        rankOf(stripePlanOf(b, plans) ?? 'free') - rankOf(stripePlanOf(a, plans) ?? 'free') ||
        b.createdAt - a.createdAt ||
        (a.id < b.id ? 1 : -1),
    )

/** Null when no plan has this price. */
export const stripePlanOf = ({ items }: StripeSubscription, plans: Plans): Plan | null =>
  planNames.findLast((name) =>
    items.some(({ price }) => plans[name].stripePriceIds.includes(price)),
  ) ?? null

/** The state that our subscription must have, from the subscriptions at Stripe. */
export const subscriptionStateOf = (
  subscriptions: StripeSubscription[],
  plans: Plans,
  { plan, row }: Known,
  now: number,
): State => {
  const all = runningOf(subscriptions, plans)
  const [counted = null] = all
  const usual = { reconcileAt: now + hourMs, counted, complaints: [] }
  if (!counted) {
    // The plan never came from Stripe, so it does not end here: a plan that was set by hand stays.
    return { ...usual, next: row.subscription_id === null ? null : ended(row, usual.reconcileAt) }
  }
  const paidPlan = stripePlanOf(counted, plans)
  const graceUntil = isOverdue(counted) ? (graceOf(counted, row) ?? now + graceMs) : null
  const isGraceOver = graceUntil !== null && graceUntil <= now
  const { periodEnd, cancelAt } = counted
  const reconcileAt = nextCheckAt([cancelAt, graceUntil], cancelAt, now)
  return {
    counted,
    reconcileAt,
    complaints: complaintsAbout(all, paidPlan === null),
    next: {
      plan: isGraceOver ? 'free' : (paidPlan ?? plan),
      provider: 'stripe',
      status: graceUntil === null ? 'active' : 'past_due',
      current_period_end: periodEnd,
      cancel_at: cancelAt,
      grace_until: graceUntil,
      customer_id: row.customer_id,
      subscription_id: counted.id,
      reconcile_at: reconcileAt,
    },
  }
}

const isOverdue = ({ status }: StripeSubscription): boolean => status === 'past_due'

/** A subscription has a single grace period until it is paid. Another check does not extend it. */
const graceOf = ({ id }: StripeSubscription, row: SubscriptionRow): number | null =>
  row.subscription_id === id ? row.grace_until : null

const ended = (row: SubscriptionRow, reconcileAt: number): NextSubscription => ({
  ...unpaid,
  plan: 'free',
  provider: 'stripe',
  status: 'cancelled',
  customer_id: row.customer_id,
  reconcile_at: reconcileAt,
})

/** The next due time, at most an hour from now. */
const nextCheckAt = (dueAts: (number | null)[], cancelAt: number | null, now: number): number => {
  // Stripe ends the subscription a few moments after this time.
  if (cancelAt !== null && cancelAt <= now) return now + minuteMs
  return Math.min(now + hourMs, ...dueAts.filter((at) => at !== null && at > now).map(Number))
}

const complaintsAbout = (all: StripeSubscription[], isPriceUnknown: boolean) => {
  const describe = (text: string, about: StripeSubscription[]) => ({
    text,
    subscriptionIds: about.map(({ id }) => id),
    prices: about.flatMap(({ items }) => items.map(({ price }) => price)),
  })
  return [
    ...(isPriceUnknown
      ? [describe('no plan in QPR_PLANS_FILE has this price: the plan stays', all.slice(0, 1))]
      : []),
    ...(all.length > 1
      ? [describe('one customer pays for several subscriptions: the highest plan applies', all)]
      : []),
  ]
}

/** Whether the next state equals the stored state, apart from the time of the next check. */
export const isSame = ({ plan, row }: Known, next: NextSubscription): boolean => {
  const { reconcile_at } = row
  return isDeepStrictEqual({ ...row, plan, reconcile_at }, { ...row, ...next, reconcile_at })
}
