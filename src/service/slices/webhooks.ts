import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { deliveryRoutes } from '../../features/deliveries/deliveries.routes.ts'
import { createDelivery } from '../../features/deliveries/delivery.ts'
import { eventStreamRoutes } from '../../features/events/event-stream.routes.ts'
import { createEventStreams } from '../../features/events/event-stream.ts'
import { eventRoutes } from '../../features/events/events.routes.ts'
import { createEvents } from '../../features/events/events.ts'
import { createOutbox } from '../../features/events/outbox.ts'
import type { Access } from '../../features/organizations/access.ts'
import { webhookRoutes } from '../../features/webhooks/webhooks.routes.ts'
import type { Service } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/callers/actor.ts'
import type { Streams } from '../../platform/http/output/streams.ts'
import type { Secrets } from '../../platform/kit/secrets.ts'
import type { LoggedBase } from '../../platform/store/database.ts'

interface WebhooksDeps extends LoggedBase {
  service: Service
  secrets: Secrets
  access: Access
  live: Streams
  registry: Registry
  /** Whether the key or session of an actor is still valid. */
  isInForce: (actor: Actor) => Promise<boolean>
  timeoutMs: number
  retrySeconds: number[]
}

/** Events, webhooks, their deliveries and the delivery log. */
export const createWebhooksSlice = (deps: WebhooksDeps) => {
  const { live } = deps
  const { service } = deps
  const { sender, messages } = service.deliveries
  const { recentBodies } = service.events
  const events = createEvents(deps)
  const streams = createEventStreams(deps)
  const delivery = createDelivery({
    ...deps,
    sender,
    messages,
    recentBodies,
  })
  service.events.express = delivery.express
  return {
    rules: {
      outbox: createOutbox(service),
    },
    delivery,
    api: async (app: FastifyInstance) => {
      app.register(webhookRoutes)
      app.register(deliveryRoutes)
      app.register(eventRoutes(events))
      app.register(eventStreamRoutes({ streams, live }))
    },
  }
}
