import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { eventTypes } from '../../../../src/webhooks/events/event-types.ts'
import { organizationRoute } from '../shell/routes.tsx'
import { choiceParam, pageParam, searchParams } from '../shell/search.ts'

export const webhooksRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'webhooks',
  validateSearch: searchParams({ page: pageParam }),
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'WebhooksPage'),
})

export const newWebhookRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'webhooks/new',
  component: lazyRouteComponent(() => import('./new.page.tsx'), 'NewWebhookPage'),
})

export const webhookRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'webhooks/$id',
  validateSearch: searchParams({
    tab: choiceParam('test', 'settings'),
    status: choiceParam('pending', 'succeeded', 'failed'),
    event: choiceParam(...eventTypes),
    page: pageParam,
  }),
  component: lazyRouteComponent(() => import('./webhook.page.tsx'), 'WebhookPage'),
})

export const deliveryRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'webhooks/$id/deliveries/$deliveryId',
  validateSearch: searchParams({ body: choiceParam('raw') }),
  component: lazyRouteComponent(() => import('./delivery.page.tsx'), 'DeliveryPage'),
})

export const webhookRoutes = [webhooksRoute, newWebhookRoute, webhookRoute, deliveryRoute] as const
