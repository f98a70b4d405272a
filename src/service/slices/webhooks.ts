import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Recorder } from '../../features/audit/recorder.ts'
import { deliveryRoutes } from '../../features/deliveries/deliveries.routes.ts'
import { createDeliveries } from '../../features/deliveries/deliveries.ts'
import { createDelivery } from '../../features/deliveries/delivery.ts'
import { createMessages } from '../../features/deliveries/message.ts'
import { createReplays } from '../../features/deliveries/replay.ts'
import { createSender } from '../../features/deliveries/sender.ts'
import { createTestEvents } from '../../features/deliveries/test-event.ts'
import { eventStreamRoutes } from '../../features/events/event-stream.routes.ts'
import { createEventStreams } from '../../features/events/event-stream.ts'
import { eventRoutes } from '../../features/events/events.routes.ts'
import { createEvents } from '../../features/events/events.ts'
import { createOutbox } from '../../features/events/outbox.ts'
import type { Notifications } from '../../features/notifications/notifications.ts'
import type { Access } from '../../features/organizations/access.ts'
import type { Organizations } from '../../features/organizations/organizations.legacy.ts'
import { createSigner } from '../../features/webhooks/signature.ts'
import { createSummaries } from '../../features/webhooks/summary.ts'
import { webhookRoutes } from '../../features/webhooks/webhooks.routes.ts'
import { createWebhooks } from '../../features/webhooks/webhooks.ts'
import type { Service } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/callers/actor.ts'
import type { Streams } from '../../platform/http/output/streams.ts'
import { createNames } from '../../platform/kit/names.ts'
import type { Secrets } from '../../platform/kit/secrets.ts'
import { createTargetGuard } from '../../platform/kit/target-guard.ts'
import type { Outgoing } from '../../platform/mail/mail.ts'
import type { LoggedBase } from '../../platform/store/database.ts'

interface WebhooksDeps extends LoggedBase {
  service: Service
  secrets: Secrets
  access: Access
  recorder: Pick<Recorder, 'byService'>
  mail: Outgoing
  organizations: Pick<Organizations, 'hold'>
  notifications: Pick<Notifications, 'recipients'>
  live: Streams
  registry: Registry
  /** Whether the key or session of an actor is still valid. */
  isInForce: (actor: Actor) => Promise<boolean>
  /** Empty: those of the system. */
  nameServers: string[]
  allowPrivate: boolean
  timeoutMs: number
  retrySeconds: number[]
  mostWebhooks: number
}

/** Events, webhooks, their deliveries and the delivery log. */
export const createWebhooksSlice = (deps: WebhooksDeps) => {
  const { live } = deps
  const guard = createTargetGuard({
    allowPrivate: deps.allowPrivate,
    resolve: createNames({ servers: deps.nameServers }),
  })
  const sender = createSender({ ...deps, guard })
  const messages = createMessages(createSigner(deps.secrets))
  const { recentBodies } = deps.service.events

  const webhooks = createWebhooks({ ...deps, guard, holdOrganization: deps.organizations.hold })
  const testEvents = createTestEvents({ ...deps, webhooks, sender, messages })
  const summaries = createSummaries({ ...deps, webhooks })
  const deliveries = createDeliveries({ ...deps, webhooks })
  const replays = createReplays({ ...deps, webhooks })
  const events = createEvents(deps)
  const streams = createEventStreams(deps)
  const delivery = createDelivery({
    ...deps,
    recipients: deps.notifications.recipients,
    sender,
    messages,
    recentBodies,
  })
  deps.service.events.express = delivery.express
  return {
    rules: {
      webhooks,
      deliveries,
      outbox: createOutbox(deps.service),
    },
    delivery,
    api: async (app: FastifyInstance) => {
      app.register(webhookRoutes({ webhooks, testEvents, summaries }))
      app.register(deliveryRoutes({ deliveries, replays }))
      app.register(eventRoutes(events))
      app.register(eventStreamRoutes({ streams, live }))
    },
  }
}
