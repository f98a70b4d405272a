import { announce, type Change } from '../../platform/context.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import type { Plan } from '../../platform/store/tables.ts'
import { emit } from '../events/outbox.ts'
import { rankOf } from '../plans/plans.ts'
import * as store from './billing.store.ts'

/** The next state of a subscription, with its plan. */
export interface NextSubscription extends store.SubscriptionState {
  plan: Plan
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
  const { plan, ...state } = next
  const isEnding = plan === 'free' || next.cancel_at !== null
  // The plan that ends: the current plan, or a plan that was chosen and cancelled at once.
  const endingPlan = next.plan === 'free' ? before : next.plan
  // The owners are notified once, until the organization has a paid plan again.
  const isNotified = before !== 'free' && row?.cancelled_at != null
  const isCancelled = isEnding && endingPlan !== 'free' && !isNotified
  const isPaymentFailed = next.status === 'past_due' && row?.status !== 'past_due'
  const after: store.SubscriptionRow = {
    ...state,
    organization_id: organizationId,
    plan_since: plan === before ? (row?.plan_since ?? now) : now,
    cancelled_at: isCancelled ? now : isEnding ? (row?.cancelled_at ?? null) : null,
    user_id: chooser.id,
    version: (row?.version ?? 0) + 1,
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
    const effectiveAt = next.plan === 'free' ? now : (next.cancel_at ?? now)
    const data = dataOf('free', endingPlan, effectiveAt)
    await emit(change, [{ organizationId, type: 'subscription.cancelled', data }])
  }
  const fact = { organizationId, before, next, isCancelled, isPaymentFailed }
  await announce(change, 'planChanged', fact)
  return after
}
