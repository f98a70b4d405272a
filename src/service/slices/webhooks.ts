import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { deliveryRoutes } from '../../features/deliveries/deliveries.routes.ts'
import { createDelivery } from '../../features/deliveries/delivery.ts'
import { eventStreamRoutes } from '../../features/events/event-stream.routes.ts'
import { eventRoutes } from '../../features/events/events.routes.ts'
import { webhookRoutes } from '../../features/webhooks/webhooks.routes.ts'
import type { Service } from '../../platform/context.ts'
import type { Streams } from '../../platform/http/output/streams.ts'
import type { Secrets } from '../../platform/kit/secrets.ts'
import type { LoggedBase } from '../../platform/store/database.ts'

interface WebhooksDeps extends LoggedBase {
  service: Service
  secrets: Secrets
  live: Streams
  registry: Registry
  timeoutMs: number
  retrySeconds: number[]
}

/** Events, webhooks, their deliveries and the delivery log. */
export const createWebhooksSlice = (deps: WebhooksDeps) => {
  const { service } = deps
  const { sender, messages } = service.deliveries
  const { recentBodies } = service.events
  const delivery = createDelivery({
    ...deps,
    sender,
    messages,
    recentBodies,
  })
  service.events.express = delivery.express
  return {
    delivery,
    api: async (app: FastifyInstance) => {
      app.register(webhookRoutes)
      app.register(deliveryRoutes)
      app.register(eventRoutes)
      app.register(eventStreamRoutes)
    },
  }
}
