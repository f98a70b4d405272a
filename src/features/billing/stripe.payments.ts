import { type Change, type Context, changeContext } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import { hourMs } from '../../platform/kit/clock.ts'
import type { Plan } from '../../platform/store/tables.ts'
import type { ReachedOrganization } from '../organizations/access.ts'
import { plansOf } from '../plans/plans.ts'
import * as store from './billing.store.ts'
import { paymentsUnavailable, type StripeClient } from './stripe.client.ts'
import { runningOf, type StripeSubscription, stripePlanOf } from './stripe.state.ts'
import type { Sync } from './stripe.sync.ts'

/** The connection to Stripe. */
export interface Stripe {
  client: StripeClient
  sync: Sync
}

declare module '../../platform/context.ts' {
  interface Service {
    /** Null: owners change the plan themselves, without payment. */
    stripe: Stripe | null
  }
}

const customerOf = async (
  { db }: Pick<Context, 'db'>,
  organizationId: string,
): Promise<string | null> => (await store.find(db, organizationId))?.customer_id ?? null

/**
 * Stores the customer under the lock of the organization, so that only one of two concurrent
 * customers is kept. `instead` is the customer that the new one replaces; null if there was none.
 */
const saveCustomer = async (
  change: Change,
  organizationId: string,
  customerId: string,
  instead: string | null,
): Promise<string> => {
  const { db, actor } = change
  const plan = await store.lockPlan(db, organizationId)
  if (plan === undefined) throw organizationGone()
  const row = await store.find(db, organizationId)
  if (row && row.customer_id !== instead) return row.customer_id ?? customerId
  const now = change.now()
  const created = {
    ...store.unpaid,
    provider: 'stripe' as const,
    status: 'active' as const,
    cancelled_at: null,
    organization_id: organizationId,
    plan_since: now,
    user_id: actor.userId,
  }
  await store.save(db, {
    ...(row ?? created),
    customer_id: customerId,
    version: (row?.version ?? 0) + 1,
    reconcile_at: now + hourMs,
  })
  return customerId
}

const customerFor = async (
  context: Context,
  { client }: Stripe,
  { id: organizationId, name }: ReachedOrganization,
): Promise<string> => {
  const { service, actor } = context
  const instead = await customerOf(context, organizationId)
  if (instead !== null && (await client.hasCustomer(instead))) return instead
  const { email } = actor
  const customerId = await client.createCustomer({ organizationId, name, email, instead })
  // In a transaction of its own, because the customer stays when the checkout fails.
  return await service.database.transaction((tx) => {
    const change = changeContext(service, tx, actor)
    return saveCustomer(change, organizationId, customerId, instead)
  })
}

const runningSubscriptions = async (
  context: Context,
  { client }: Stripe,
  customerId: string,
): Promise<StripeSubscription[]> => {
  const subscriptions = await client.subscriptionsOf(customerId)
  if (!subscriptions) throw paymentsUnavailable()
  return runningOf(subscriptions, plansOf(context))
}

/** Changes the running subscription, because an organization never has two. */
const changeSubscription = async (
  context: Context,
  { client, sync }: Stripe,
  customerId: string,
  subscription: StripeSubscription,
  { plan, price }: { plan: Plan; price: string },
): Promise<string | null> => {
  const { status, cancelAt, items } = subscription
  // Unpaid invoices and a cancellation come first, on the same page.
  const isSettled = status !== 'past_due' && cancelAt === null
  if (isSettled && stripePlanOf(subscription, plansOf(context)) === plan) {
    await sync(customerId, null)
    return null
  }
  const change =
    isSettled && items.length === 1
      ? await client.openPlanChange(customerId, subscription, price)
      : null
  return change ?? (await client.openPortal(customerId))
}

/** The URL of the page to pay for the plan or to change it; null when it is already paid for. */
export const openCheckout = async (
  context: Context,
  stripe: Stripe,
  organization: ReachedOrganization,
  plan: Plan,
): Promise<string | null> => {
  const { client } = stripe
  const [price] = plansOf(context)[plan].stripePriceIds
  if (price === undefined) throw notForSale(plan)
  const customerId = await customerFor(context, stripe, organization)
  // Before the subscriptions are read: earlier payments become visible, and later ones are
  // impossible.
  await client.closeCheckouts(customerId)
  const [subscription] = await runningSubscriptions(context, stripe, customerId)
  if (subscription) {
    return await changeSubscription(context, stripe, customerId, subscription, { plan, price })
  }
  const { id: organizationId } = organization
  const { userId } = context.actor
  const url = await client.openCheckout({ customerId, organizationId, userId, price })
  if (url === null) throw anotherCheckout()
  return url
}

/** Cancels at the end of the period. The result is stored before the promise resolves. */
export const cancelPayments = async (
  context: Context,
  stripe: Stripe,
  organization: ReachedOrganization,
) => {
  const customerId = await customerOf(context, organization.id)
  if (customerId === null) return
  for (const { id, cancelAt } of await runningSubscriptions(context, stripe, customerId)) {
    if (cancelAt === null) await stripe.client.cancelAtPeriodEnd(id, context.actor.userId)
  }
  await stripe.sync(customerId, null)
}

/** The URL of the page with invoices and cards. */
export const openCustomerPortal = async (
  context: Context,
  { client }: Stripe,
  organization: ReachedOrganization,
): Promise<string> => {
  const customerId = await customerOf(context, organization.id)
  if (customerId === null) throw nothingPaid()
  return await client.openPortal(customerId)
}

/**
 * Closes open payment pages and stores all payments that were made, before an organization is
 * deleted.
 */
export const settlePayments = async (
  { db, service: { stripe } }: Pick<Context, 'db' | 'service'>,
  organizationId: string,
) => {
  if (!stripe) return
  const customerId = await customerOf({ db }, organizationId)
  if (customerId === null) return
  await stripe.client.closeCheckouts(customerId)
  await stripe.sync(customerId, null)
}

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
