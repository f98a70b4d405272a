import { Type } from 'typebox'
import { routes } from '../../platform/http/routes.ts'
import { Str } from '../../platform/http/schema.ts'
import {
  CheckoutSchema,
  PlanChoice,
  PlanList,
  PortalSchema,
  SubscriptionSchema,
  UsageSchema,
} from './billing.schema.ts'
import {
  listPlans,
  openPortal,
  prepareCancellation,
  prepareChoice,
  retrieveSubscription,
} from './subscriptions.ts'
import { retrieveUsage } from './usage.ts'

const OrganizationPath = Type.Object({
  id: Str('The id or the slug of the organization.', 'harbour-hotels'),
})

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
