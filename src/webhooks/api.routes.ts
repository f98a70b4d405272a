import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Change } from '../http/change.ts'
import { eventRoutes } from './events/events.routes.ts'
import { deliveryRoutes } from './log/deliveries.routes.ts'
import { webhookRoutes } from './registration/webhooks.routes.ts'
import type { WebhookRules } from './rules.ts'

interface Options {
  rules: WebhookRules
  change: Change
  roles: Record<'webhooks:read' | 'webhooks:write', readonly string[]>
}

export const webhookApi =
  ({ rules, change, roles }: Options): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.register(webhookRoutes({ ...rules, change, roles }))
    app.register(deliveryRoutes({ ...rules, change, roles }))
    app.register(eventRoutes({ ...rules, roles }))
  }
