import { announce, type Change } from '../../platform/context.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import type { BillingProvider, SubscriptionStatus } from '../../platform/store/tables.accounts.ts'
import type { Plan } from '../../platform/store/tables.ts'
import { emit } from '../events/outbox.ts'
import { rankOf } from '../plans/plans.ts'
import * as store from './billing.store.ts'

/** The next state of a subscription. */
export interface NextSubscription {
  plan: Plan
  provider: BillingProvider
  status: SubscriptionStatus
  currentPeriodEnd: number | null
  cancelAt: number | null
  graceUntil: number | null
  customerId: string | null
  subscriptionId: string | null
  reconcileAt: number | null
}

interface Chooser {
  id: string
  email: string
}

declare module '../../platform/context.ts' {
  interface Facts {
    /** The plan or the state of its subscription has changed. */
    planChanged: {
      organizationId: string
      before: Plan
      next: NextSubscription
      isCancelled: boolean
      isPaymentFailed: boolean
    }
  }
}

/**
 * The only place where a plan changes. The plan, its subscription, the events and the mails are
 * written in one transaction. Applying the same change twice has no effect. Null when the
 * organization has been deleted.
 */
export const changePlan = async (
  change: Change<unknown>,
  organizationId: string,
  next: NextSubscription,
  chooser: Chooser,
): Promise<store.SubscriptionRow | null> => {
  const { db } = change
  const before = await store.lockPlan(db, organizationId)
  if (before === undefined) return null
  const row = await store.find(db, organizationId)
  const now = change.now()
  const isEnding = next.plan === 'free' || next.cancelAt !== null
  // The plan that ends: the current plan, or a plan that was chosen and cancelled at once.
  const endingPlan = next.plan === 'free' ? before : next.plan
  // The owners are notified once, until the organization has a paid plan again.
  const isNotified = before !== 'free' && row?.cancelled_at != null
  const isCancelled = isEnding && endingPlan !== 'free' && !isNotified
  const isPaymentFailed = next.status === 'past_due' && row?.status !== 'past_due'
  const after: store.SubscriptionRow = {
    organization_id: organizationId,
    provider: next.provider,
    status: next.status,
    plan_since: next.plan === before ? (row?.plan_since ?? now) : now,
    current_period_end: next.currentPeriodEnd,
    cancel_at: next.cancelAt,
    cancelled_at: isCancelled ? now : isEnding ? (row?.cancelled_at ?? null) : null,
    grace_until: next.graceUntil,
    user_id: chooser.id,
    customer_id: next.customerId,
    subscription_id: next.subscriptionId,
    version: (row?.version ?? 0) + 1,
    reconcile_at: next.reconcileAt,
  }
  await store.save(db, after)
  if (next.plan !== before) {
    await store.setPlan(db, organizationId, next.plan)
    await store.deleteNotices(db, organizationId)
  }
  const dataOf = (plan: Plan, previousPlan: Plan, effectiveAt: number) => ({
    organization_id: organizationId,
    plan,
    previous_plan: previousPlan,
    user_id: chooser.id,
    email: chooser.email,
    effective_at: isoTime(effectiveAt),
  })
  if (rankOf(next.plan) > rankOf(before)) {
    const data = dataOf(next.plan, before, now)
    await emit(change, [{ organizationId, type: 'subscription.upgraded', data }])
  }
  if (isCancelled) {
    const effectiveAt = next.plan === 'free' ? now : (next.cancelAt ?? now)
    const data = dataOf('free', endingPlan, effectiveAt)
    await emit(change, [{ organizationId, type: 'subscription.cancelled', data }])
  }
  const fact = { organizationId, before, next, isCancelled, isPaymentFailed }
  await announce(change, 'planChanged', fact)
  return after
}
