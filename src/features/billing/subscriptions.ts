import type { Actor } from '../../platform/http/callers/actor.ts'
import { problem } from '../../platform/http/problem.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import type { Database, Transaction } from '../../platform/store/database.ts'
import type { BillingProvider } from '../../platform/store/tables.billing.ts'
import type { Plan } from '../../platform/store/tables.ts'
import type { Access, ReachedOrganization } from '../organizations/access.ts'
import type { ChangePlan, NextSubscription } from './change-plan.ts'
import * as store from './subscriptions.store.ts'

/** The payment provider. Its decisions arrive later, by its own events. */
export interface PaymentProvider {
  /** The URL of the page to pay for the plan or to change it; null when it is already paid for. */
  checkout(actor: Actor, organization: ReachedOrganization, plan: Plan): Promise<string | null>
  /** Cancels at the end of the period. The result is stored before the promise resolves. */
  cancel(actor: Actor, organization: ReachedOrganization): Promise<void>
  /** The URL of the page with invoices and cards. */
  portal(organization: ReachedOrganization): Promise<string>
  /** Closes open payment pages and stores all payments that were made. */
  settle(organizationId: string): Promise<void>
}

interface SubscriptionsOptions {
  database: Database
  access: Access
  changePlan: ChangePlan
  /** Null: owners change the plan themselves, without payment. */
  payments: PaymentProvider | null
}

export type Subscriptions = ReturnType<typeof createSubscriptions>

export const createSubscriptions = (options: SubscriptionsOptions) => {
  const { database, access, changePlan, payments } = options
  const provider: BillingProvider = payments ? 'stripe' : 'manual'

  const owned = (actor: Actor, idOrSlug: string) =>
    access.organization(database.db, actor, idOrSlug, 'subscription:write')

  const view = async (organizationId: string) => {
    const plan = await store.planOf(database.db, organizationId)
    return asSubscription(plan, provider, await store.find(database.db, organizationId))
  }

  const answerNow = async (organizationId: string) => {
    const answer = await view(organizationId)
    return async () => answer
  }

  /** Takes effect immediately. */
  const setByHand = async (tx: Transaction, actor: Actor, idOrSlug: string, plan: Plan) => {
    const { id } = await access.organization(tx.db, actor, idOrSlug, 'subscription:write')
    const before = await store.holdPlan(tx.db, id)
    const row = await store.find(tx.db, id)
    if (row?.subscription_id && row.status !== 'cancelled') throw paidElsewhere()
    if (before === plan) return asSubscription(plan, provider, row)
    const chooser = { id: actor.userId, email: actor.email }
    const after = await changePlan(tx, id, byHand(plan, row?.customer_id ?? null), chooser)
    return asSubscription(plan, provider, after ?? undefined)
  }

  const cancel = async (actor: Actor, idOrSlug: string) => {
    const organization = await owned(actor, idOrSlug)
    if (!payments) {
      return (tx: Transaction) => setByHand(tx, actor, idOrSlug, 'free')
    }
    await payments.cancel(actor, organization)
    return await answerNow(organization.id)
  }

  return {
    provider,

    async retrieve(actor: Actor, idOrSlug: string) {
      const { id } = await access.organization(database.db, actor, idOrSlug, 'subscription:read')
      return await view(id)
    },

    /**
     * Asks the payment provider outside the transaction, so that no transaction waits for another
     * company.
     */
    async prepareChoice(actor: Actor, idOrSlug: string, plan: Plan) {
      if (plan === 'free') return await cancel(actor, idOrSlug)
      const organization = await owned(actor, idOrSlug)
      if (!payments) return (tx: Transaction) => setByHand(tx, actor, idOrSlug, plan)
      const checkout_url = await payments.checkout(actor, organization, plan)
      return checkout_url === null
        ? await answerNow(organization.id)
        : async () => ({ checkout_url })
    },

    prepareCancellation: cancel,

    async portal(actor: Actor, idOrSlug: string) {
      const organization = await owned(actor, idOrSlug)
      if (!payments) throw noPortal()
      return { portal_url: await payments.portal(organization) }
    },

    /** Before an organization is deleted, fetch payments that are not stored yet. */
    settlePayments: async (organizationId: string) => await payments?.settle(organizationId),

    /** An organization with a paid plan cannot be deleted. */
    async requireUnpaid(tx: Transaction, organizationId: string) {
      const row = await store.find(tx.db, organizationId)
      if (!row?.subscription_id || row.status === 'cancelled' || row.cancel_at !== null) return
      throw stillSubscribed()
    },
  }
}

const byHand = (plan: Plan, customerId: string | null): NextSubscription => ({
  plan,
  provider: 'manual',
  status: plan === 'free' ? 'cancelled' : 'active',
  currentPeriodEnd: null,
  cancelAt: null,
  graceUntil: null,
  customerId,
  subscriptionId: null,
  reconcileAt: null,
})

const asSubscription = (
  plan: Plan,
  provider: BillingProvider,
  row: store.SubscriptionRow | undefined,
) => ({
  plan,
  status: row?.status ?? ('active' as const),
  provider: row?.provider ?? provider,
  current_period_end: timeOrNull(row?.current_period_end),
  cancel_at: timeOrNull(row?.cancel_at),
})

const timeOrNull = (instant: number | null | undefined): string | null =>
  instant === null || instant === undefined ? null : isoTime(instant)

const noPortal = () =>
  problem(
    409,
    'no_payments',
    'This service has no payments: owners change the plan with PUT …/subscription.',
  )

const paidElsewhere = () =>
  problem(
    409,
    'managed_by_stripe',
    'This subscription is paid through Stripe. Cancel it there before you change the plan here.',
  )

const stillSubscribed = () =>
  problem(
    409,
    'subscription_running',
    'This organization has a paid subscription. Cancel it first.',
  )
