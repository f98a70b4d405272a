import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { planNames } from '#contract/plans.ts'
import { readContext } from '../../platform/context.ts'
import { routes } from '../../platform/http/routes.ts'
import { Bool, Instant, Int, Nullable, named, OneOf, Str } from '../../platform/http/schema.ts'
import { OrganizationPath } from '../organizations/organizations.schema.ts'
import type { Stripe } from './stripe.payments.ts'
import { receiveStripeEvent } from './stripe.ts'
import {
  listPlans,
  openPortal,
  prepareCancellation,
  prepareChoice,
  retrieveSubscription,
  retrieveUsage,
} from './subscriptions.ts'

const PlanName = OneOf(planNames, 'The name of the plan.', 'starter')

const maximum = (description: string, example: number) =>
  Nullable(Int(`${description}; null: unlimited.`, example))

const PlanSchema = named(
  'Plan',
  Type.Object({
    name: PlanName,
    limits: Type.Object(
      {
        organizations: maximum('Maximum organizations of an account', 3),
        codes: maximum('Maximum active codes of an organization', 50),
        members: maximum('Maximum members, open invitations included', 5),
        scans_per_month: maximum('Included scans a month', 10_000),
        messages_per_month: maximum('Maximum visitor messages a month that are answered', 2000),
        knowledge_pages: maximum('Maximum pages of the sources of an organization', 500),
        knowledge_mb: maximum('Maximum size of the stored files of an organization in MB', 200),
        retention_days: maximum('Days for which scans and conversations are kept', 365),
      },
      { description: 'The limits of the plan.' },
    ),
    price: Nullable(
      Type.Object({
        amount: Int('The amount in the smallest unit of the currency: 900 is 9 euros.', 900),
        currency: Str('ISO 4217 code of the currency, in lower case.', 'eur'),
        interval: OneOf(['month', 'year'], 'The billing interval.', 'month'),
      }),
      'The price of the plan; null if the plans file has no price.',
    ),
    is_for_sale: Bool('Whether owners can choose the plan now.', true),
  }),
)

const PlanList = Type.Object({
  plans: Type.Array(PlanSchema, { description: 'The plans, from the smallest to the largest.' }),
  provider: OneOf(
    ['manual', 'stripe'],
    'How plans are changed: `manual`, immediately by the owners; `stripe`, by paying through ' +
      'Stripe.',
    'manual',
  ),
})

export const SubscriptionSchema = named(
  'Subscription',
  Type.Object({
    plan: PlanName,
    status: OneOf(
      ['active', 'past_due', 'cancelled'],
      '`active`; `past_due`: a payment failed, and the plan ends after 7 days unless it is ' +
        'paid; `cancelled`: the subscription was cancelled and the plan has ended.',
      'active',
    ),
    provider: OneOf(
      ['manual', 'stripe'],
      'Where the subscription is managed: `manual` in QPR, `stripe` at Stripe.',
      'manual',
    ),
    current_period_end: Nullable(Instant('When the paid period ends; null if nothing is paid.')),
    cancel_at: Nullable(
      Instant('When the plan ends because it was cancelled; null if it was not cancelled.'),
    ),
  }),
)

const CheckoutSchema = named(
  'Checkout',
  Type.Object({
    checkout_url: Str(
      'The Stripe page on which the owner pays or changes the plan. The change applies when ' +
        'Stripe confirms it.',
      'https://checkout.stripe.com/c/pay/cs_live_a1',
      { format: 'uri' },
    ),
  }),
)

const PortalSchema = Type.Object({
  portal_url: Str(
    'The Stripe page with invoices, cards and the subscription.',
    'https://billing.stripe.com/p/session/live_a1',
    { format: 'uri' },
  ),
})

const PlanChoice = Type.Object({ plan: PlanName })

const use = (description: string, used: number, limit: number) =>
  Type.Object(
    {
      used: Int('In use.', used),
      maximum: Nullable(Int('The limit of the plan; null: unlimited.', limit)),
    },
    { description },
  )

export const UsageSchema = named(
  'Usage',
  Type.Object({
    plan: PlanName,
    month: Type.Object(
      {
        start: Instant('Start of the month, in UTC.'),
        end: Instant('Start of the next month, in UTC.'),
      },
      { description: 'The month in which scans and messages are counted.' },
    ),
    organizations: use('Organizations that your account owns.', 1, 3),
    codes: use('Active codes.', 12, 50),
    members: use('Members, open invitations included.', 3, 5),
    scans_per_month: use(
      'Scans in this month. Printed codes keep working above the limit.',
      4711,
      10_000,
    ),
    messages_per_month: use('Visitor messages in this month.', 812, 2000),
    knowledge_pages: use('Pages of the sources.', 60, 500),
    knowledge_mb: use('Size of the stored files in MB, rounded up.', 14, 200),
    retention_days: maximum('Days for which scans and conversations are kept', 365),
  }),
)

const stripeAway = { 503: 'Stripe cannot be reached (`payments_unavailable`). Nothing changed.' }

export const billingRoutes = routes('Plans', (app) => {
  app.get('/v1/plans', {
    operationId: 'listPlans',
    summary: 'List the plans',
    description: 'The limits and prices of all plans, from the smallest to the largest.',
    response: { 200: PlanList },
    read: (context) => listPlans(context),
  })

  app.get('/v1/organizations/:id/usage', {
    operationId: 'getUsage',
    summary: 'Show the usage',
    description: 'The usage of an organization beside the limits of its plan.',
    permission: 'subscription:read',
    params: OrganizationPath,
    response: { 200: UsageSchema },
    read: (context, request) => retrieveUsage(context, request.params.id),
  })

  app.get('/v1/organizations/:id/subscription', {
    operationId: 'getSubscription',
    summary: 'Show the subscription',
    description: 'The plan of an organization, its status, and when it ends.',
    permission: 'subscription:read',
    params: OrganizationPath,
    response: { 200: SubscriptionSchema },
    read: (context, request) => retrieveSubscription(context, request.params.id),
  })

  app.put('/v1/organizations/:id/subscription', {
    operationId: 'putSubscription',
    summary: 'Choose a plan',
    description:
      'Changes the plan immediately. With Stripe the response contains the address of the ' +
      'page on which the owner pays or changes the plan; the change applies when Stripe ' +
      'confirms it. The plan `free` cancels the subscription. Choosing the current plan ' +
      'changes nothing.',
    permission: 'subscription:write',
    errors: {
      409:
        'The plan is not for sale (`plan_not_for_sale`), or another owner has just opened ' +
        'a checkout (`another_checkout`).',
      ...stripeAway,
    },
    params: OrganizationPath,
    body: PlanChoice,
    response: { 200: Type.Union([SubscriptionSchema, CheckoutSchema]) },
    prepare: (context, request) => prepareChoice(context, request.params.id, request.body.plan),
  })

  app.delete('/v1/organizations/:id/subscription', {
    operationId: 'cancelSubscription',
    summary: 'Cancel the subscription',
    description:
      'Cancels immediately, or with Stripe at the end of the paid period. No data is ' +
      'deleted. Without a subscription nothing changes.',
    permission: 'subscription:write',
    errors: stripeAway,
    params: OrganizationPath,
    response: { 200: SubscriptionSchema },
    prepare: (context, request) => prepareCancellation(context, request.params.id),
  })

  app.post('/v1/organizations/:id/subscription/portal', {
    operationId: 'openPortal',
    summary: 'Open the customer portal',
    description:
      'Returns the address of the Stripe page with invoices, cards and the subscription.',
    permission: 'subscription:write',
    errors: { 409: 'The organization has never paid (`no_payments`).', ...stripeAway },
    params: OrganizationPath,
    response: { 200: PortalSchema },
    prepare: async (context, request) => {
      const answer = await openPortal(context, request.params.id)
      return async () => answer
    },
  })
})

/** An event with a long invoice exceeds the limit of other requests. */
const bodyLimit = 1024 * 1024

/** Called only by Stripe, whose signature replaces the key. Therefore not in the reference. */
export const stripeRoutes = (stripe: Stripe) => async (app: FastifyInstance) => {
  app.post('/billing/stripe', { bodyLimit }, async ({ rawBody, headers }) => {
    const context = readContext(app.service, null)
    await receiveStripeEvent(context, stripe, rawBody, headers['stripe-signature'])
    return { received: true }
  })
}
