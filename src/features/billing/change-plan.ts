import { type Clock, isoTime } from '../../platform/kit/clock.ts'
import type { Outgoing } from '../../platform/mail/mail.ts'
import type { Db, Transaction } from '../../platform/store/database.ts'
import type { BillingProvider, SubscriptionStatus } from '../../platform/store/tables.billing.ts'
import type { Plan } from '../../platform/store/tables.ts'
import type { Outbox } from '../events/outbox.ts'
import { rankOf } from '../plans/plans.ts'
import { forget as forgetNotices } from './notices.store.ts'
import * as store from './subscriptions.store.ts'

interface ChangePlanOptions {
  clock: Clock
  outbox: Outbox
  mail: Outgoing
  owners: (db: Db, organizationId: string) => Promise<{ organizationName: string; email: string }[]>
}

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

export type ChangePlan = ReturnType<typeof createChangePlan>

/**
 * The only place where a plan changes. The plan, its subscription, the events and the mails are
 * written in one transaction. Applying the same change twice has no effect.
 */
export const createChangePlan = ({ clock, outbox, mail, owners }: ChangePlanOptions) => {
  const tell = async (
    tx: Transaction,
    organizationId: string,
    { before, next, isCancelled, isPaymentFailed }: Change,
  ) => {
    for (const { organizationName, email } of await owners(tx.db, organizationId)) {
      const { plan, cancelAt, graceUntil } = next
      if (plan !== before || isCancelled) {
        const data = { organizationId, organizationName, plan, previousPlan: before, cancelAt }
        await mail.enqueue(tx, { kind: 'planChanged', recipient: email, data })
      }
      if (isPaymentFailed) {
        const data = { organizationId, organizationName, plan, graceUntil }
        await mail.enqueue(tx, { kind: 'paymentFailed', recipient: email, data })
      }
    }
  }

  return async (
    tx: Transaction,
    organizationId: string,
    next: NextSubscription,
    chooser: Chooser,
  ): Promise<store.SubscriptionRow | null> => {
    const before = await store.holdPlan(tx.db, organizationId)
    // The organization has been deleted since.
    if (before === undefined) return null
    const row = await store.find(tx.db, organizationId)
    const now = clock.now()
    const isEnding = next.plan === 'free' || next.cancelAt !== null
    // The plan that ends: the current plan, or a plan that was chosen and cancelled at once.
    const endingPlan = next.plan === 'free' ? before : next.plan
    // The owners are told once, until the organization has a paid plan again.
    const isTold = before !== 'free' && row?.cancelled_at != null
    const isCancelled = isEnding && endingPlan !== 'free' && !isTold
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
    await store.save(tx.db, after)
    if (next.plan !== before) {
      await store.setPlan(tx.db, organizationId, next.plan)
      await forgetNotices(tx.db, organizationId)
    }
    const data = (plan: Plan, previousPlan: Plan, effectiveAt: number) => ({
      organization_id: organizationId,
      plan,
      previous_plan: previousPlan,
      user_id: chooser.id,
      email: chooser.email,
      effective_at: isoTime(effectiveAt),
    })
    if (rankOf(next.plan) > rankOf(before)) {
      await outbox.add(tx, [
        { organizationId, type: 'subscription.upgraded', data: data(next.plan, before, now) },
      ])
    }
    if (isCancelled) {
      const effectiveAt = next.plan === 'free' ? now : (next.cancelAt ?? now)
      await outbox.add(tx, [
        {
          organizationId,
          type: 'subscription.cancelled',
          data: data('free', endingPlan, effectiveAt),
        },
      ])
    }
    await tell(tx, organizationId, { before, next, isCancelled, isPaymentFailed })
    return after
  }
}

interface Change {
  before: Plan
  next: NextSubscription
  isCancelled: boolean
  isPaymentFailed: boolean
}
