import type { Actor } from '../../platform/http/callers/actor.ts'
import { problem } from '../../platform/http/problem.ts'
import { hourMs } from '../../platform/kit/clock.ts'
import type { Base, Transaction } from '../../platform/store/database.ts'
import type { Plan } from '../../platform/store/tables.ts'
import type { ReachedOrganization } from '../organizations/access.ts'
import type { Plans } from '../plans/plans.ts'
import { paymentsUnavailable, type StripeClient } from './stripe.client.ts'
import { planOf, runningOf, type StripeSubscription } from './stripe.state.ts'
import type { Sync } from './stripe.sync.ts'
import * as store from './subscriptions.store.ts'
import type { PaymentProvider } from './subscriptions.ts'

interface PaymentsOptions extends Base {
  plans: Plans
  client: StripeClient
  sync: Sync
}

/** The actions of owners at Stripe. */
export const createStripePayments = (options: PaymentsOptions): PaymentProvider => {
  const { database, clock, plans, client, sync } = options

  const customerOf = async (organizationId: string): Promise<string | null> =>
    (await store.find(database.db, organizationId))?.customer_id ?? null

  /**
   * Stores the customer under the lock of the organization, so that only one of two concurrent
   * customers is kept.
   */
  const keepCustomer = async (
    { db }: Transaction,
    { organizationId, userId, customerId, instead }: KeptCustomer,
  ): Promise<string> => {
    const plan = await store.holdPlan(db, organizationId)
    if (plan === undefined) throw organizationGone()
    const row = await store.find(db, organizationId)
    if (row && row.customer_id !== instead) return row.customer_id ?? customerId
    const now = clock.now()
    await store.save(db, {
      ...(row ?? { ...unpaid, organization_id: organizationId, plan_since: now, user_id: userId }),
      customer_id: customerId,
      version: (row?.version ?? 0) + 1,
      reconcile_at: now + hourMs,
    })
    return customerId
  }

  const customerFor = async (actor: Actor, organization: ReachedOrganization): Promise<string> => {
    const { id: organizationId, name } = organization
    const instead = await customerOf(organizationId)
    if (instead !== null && (await client.hasCustomer(instead))) return instead
    const { userId, email } = actor
    const customerId = await client.createCustomer({ organizationId, name, email, instead })
    return await database.transaction((tx) =>
      keepCustomer(tx, { organizationId, userId, customerId, instead }),
    )
  }

  const running = async (customerId: string): Promise<StripeSubscription[]> => {
    const subscriptions = await client.subscriptionsOf(customerId)
    if (!subscriptions) throw paymentsUnavailable()
    return runningOf(subscriptions, plans)
  }

  /** Changes the running subscription, because an organization never has two. */
  const changeOf = async (
    customerId: string,
    subscription: StripeSubscription,
    plan: Plan,
    price: string,
  ): Promise<string | null> => {
    const { status, cancelAt, items } = subscription
    // Unpaid invoices and a cancellation come first, on the same page.
    const isSettled = status !== 'past_due' && cancelAt === null
    if (isSettled && planOf(subscription, plans) === plan) {
      await sync(customerId, null)
      return null
    }
    const change =
      isSettled && items.length === 1
        ? await client.openPlanChange(customerId, subscription, price)
        : null
    return change ?? (await client.openPortal(customerId))
  }

  return {
    async checkout(actor, organization, plan) {
      const [price] = plans[plan].stripePriceIds
      if (price === undefined) throw notForSale(plan)
      const customerId = await customerFor(actor, organization)
      // Before the subscriptions are read: earlier payments become visible, and later ones are
      // impossible.
      await client.closeCheckouts(customerId)
      const [subscription] = await running(customerId)
      if (subscription) return await changeOf(customerId, subscription, plan, price)
      const { id: organizationId } = organization
      const { userId } = actor
      const url = await client.openCheckout({ customerId, organizationId, userId, price })
      if (url === null) throw anotherCheckout()
      return url
    },

    async cancel(actor, organization) {
      const customerId = await customerOf(organization.id)
      if (customerId === null) return
      for (const { id, cancelAt } of await running(customerId)) {
        if (cancelAt === null) await client.cancelAtPeriodEnd(id, actor.userId)
      }
      await sync(customerId, null)
    },

    async portal(organization) {
      const customerId = await customerOf(organization.id)
      if (customerId === null) throw nothingPaid()
      return await client.openPortal(customerId)
    },

    async settle(organizationId) {
      const customerId = await customerOf(organizationId)
      if (customerId === null) return
      await client.closeCheckouts(customerId)
      await sync(customerId, null)
    },
  }
}

interface KeptCustomer {
  organizationId: string
  userId: string
  customerId: string
  /** The customer that the new one replaces; null if there was none. */
  instead: string | null
}

/** The state of a customer without payments. */
const unpaid = {
  provider: 'stripe',
  status: 'active',
  current_period_end: null,
  cancel_at: null,
  cancelled_at: null,
  grace_until: null,
  subscription_id: null,
} as const

const organizationGone = () =>
  problem(404, 'organization_not_found', 'The organization has been deleted.')

const notForSale = (plan: Plan) =>
  problem(409, 'plan_not_for_sale', `The plan ${plan} is not for sale here.`)

const anotherCheckout = () =>
  problem(
    409,
    'another_checkout',
    'Another owner has just opened a checkout for this organization. Try again in a few minutes.',
  )

const nothingPaid = () =>
  problem(
    409,
    'no_payments',
    'This organization has never paid. Choose a plan first, with PUT …/subscription.',
  )
