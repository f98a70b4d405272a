import { planNames } from '#contract/plans.ts'
import type { Change, Context } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import type { BillingProvider } from '../../platform/store/tables.accounts.ts'
import type { Plan } from '../../platform/store/tables.ts'
import { usage as knowledgeUsage } from '../knowledge/sources.store.ts'
import { requireOrganization } from '../organizations/access.ts'
import { countOpenInvitations } from '../organizations/invitations.ts'
import { ownedOrganizations } from '../organizations/organizations.ts'
import { messagesIn, monthOf, planOf, startOfMonth } from '../plans/monthly.ts'
import { bestOf, plansOf } from '../plans/plans.ts'
import { countScansBetween } from '../scans/scans.ts'
import * as store from './billing.store.ts'
import { changePlan, type NextSubscription } from './change-plan.ts'
import { cancelPayments, openCheckout, openCustomerPortal } from './stripe.payments.ts'

/** Without payments, owners change the plan themselves. */
const providerOf = ({ service: { stripe } }: Context): BillingProvider =>
  stripe ? 'stripe' : 'manual'

export const listPlans = async (context: Context) => {
  const provider = providerOf(context)
  const offers = plansOf(context)
  const plans = planNames.map((name) => {
    const { limits, price, stripePriceIds } = offers[name]
    const is_for_sale = provider === 'manual' || name === 'free' || stripePriceIds.length > 0
    return { name, limits, price, is_for_sale }
  })
  return { plans, provider }
}

const viewOf = async (context: Context, organizationId: string) => {
  const plan = await planOf(context.db, organizationId)
  const row = await store.find(context.db, organizationId)
  return asSubscription(plan, providerOf(context), row)
}

export const retrieveSubscription = async (context: Context, idOrSlug: string) => {
  const { id } = await requireOrganization(context, idOrSlug, 'subscription:read')
  return await viewOf(context, id)
}

/** The response of a change that the payment provider has already made. */
const prepareAnswer = async (context: Context, organizationId: string) => {
  const answer = await viewOf(context, organizationId)
  return async () => answer
}

/** Takes effect immediately. */
const setByHand = async (change: Change, idOrSlug: string, plan: Plan) => {
  const { db, actor } = change
  const { id } = await requireOrganization(change, idOrSlug, 'subscription:write')
  const before = await store.lockPlan(db, id)
  const row = await store.find(db, id)
  if (row?.subscription_id && row.status !== 'cancelled') throw paidElsewhere()
  if (before === plan) return asSubscription(plan, providerOf(change), row)
  const chooser = { id: actor.userId, email: actor.email }
  const after = await changePlan(change, id, byHand(plan, row?.customer_id ?? null), chooser)
  return asSubscription(plan, providerOf(change), after ?? undefined)
}

/**
 * Asks the payment provider outside the transaction, so that no transaction waits for another
 * company.
 */
export const prepareChoice = async (context: Context, idOrSlug: string, plan: Plan) => {
  if (plan === 'free') return await prepareCancellation(context, idOrSlug)
  const { stripe } = context.service
  const organization = await requireOrganization(context, idOrSlug, 'subscription:write')
  if (!stripe) return (change: Change) => setByHand(change, idOrSlug, plan)
  const checkout_url = await openCheckout(context, stripe, organization, plan)
  return checkout_url === null
    ? await prepareAnswer(context, organization.id)
    : async () => ({ checkout_url })
}

export const prepareCancellation = async (context: Context, idOrSlug: string) => {
  const { stripe } = context.service
  const organization = await requireOrganization(context, idOrSlug, 'subscription:write')
  if (!stripe) return (change: Change) => setByHand(change, idOrSlug, 'free')
  await cancelPayments(context, stripe, organization)
  return await prepareAnswer(context, organization.id)
}

export const openPortal = async (context: Context, idOrSlug: string) => {
  const { stripe } = context.service
  const organization = await requireOrganization(context, idOrSlug, 'subscription:write')
  if (!stripe) throw noPortal()
  return { portal_url: await openCustomerPortal(context, stripe, organization) }
}

/** An organization with a paid plan cannot be deleted. */
export const requireUnpaid = async ({ db }: Change<unknown>, { id }: { id: string }) => {
  const row = await store.find(db, id)
  if (!row?.subscription_id || row.status === 'cancelled' || row.cancel_at !== null) return
  throw stillSubscribed()
}

const byHand = (plan: Plan, customerId: string | null): NextSubscription => ({
  ...store.unpaid,
  plan,
  provider: 'manual',
  status: plan === 'free' ? 'cancelled' : 'active',
  customer_id: customerId,
  reconcile_at: null,
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

/** The current use, and the limits of the plan. */
export const retrieveUsage = async (context: Context, idOrSlug: string) => {
  const { db, actor } = context
  const plans = plansOf(context)
  const { id } = await requireOrganization(context, idOrSlug, 'subscription:read')
  const month = monthOf(context.now())
  const [start, end] = [startOfMonth(month), startOfMonth(month + 1)]
  const { plan, codes_active, members_count } = await store.countsOf(db, id)
  const { limits } = plans[plan]
  const owned = (await ownedOrganizations(db, actor.userId)).map((one) => one.plan)
  const knowledge = await knowledgeUsage(db, id)
  const scans = await countScansBetween(context, id, start, end)
  return {
    plan,
    month: { start: isoTime(start), end: isoTime(end) },
    organizations: { used: owned.length, maximum: plans[bestOf(owned)].limits.organizations },
    codes: { used: codes_active, maximum: limits.codes },
    members: {
      used: members_count + (await countOpenInvitations(context, id)),
      maximum: limits.members,
    },
    scans_per_month: { used: scans, maximum: limits.scans_per_month },
    messages_per_month: {
      used: await messagesIn(db, id, month),
      maximum: limits.messages_per_month,
    },
    knowledge_pages: { used: knowledge.pages, maximum: limits.knowledge_pages },
    knowledge_mb: { used: knowledge.megabytes, maximum: limits.knowledge_mb },
    retention_days: limits.retention_days,
  }
}
