import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoute } from '../shell/routes.tsx'

export const webhooksRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'webhooks',
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
  component: lazyRouteComponent(() => import('./webhook.page.tsx'), 'WebhookPage'),
})

export const deliveryRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'webhooks/$id/deliveries/$deliveryId',
  component: lazyRouteComponent(() => import('./delivery.page.tsx'), 'DeliveryPage'),
})

export const webhookRoutes = [webhooksRoute, newWebhookRoute, webhookRoute, deliveryRoute] as const
