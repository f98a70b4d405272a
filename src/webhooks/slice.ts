import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Recorder } from '../audit/recorder.ts'
import type { Actor } from '../http/callers/actor.ts'
import type { Streams } from '../http/output/streams.ts'
import { createNames } from '../kit/names.ts'
import type { Secrets } from '../kit/secrets.ts'
import type { Outgoing } from '../mail/mail.ts'
import type { Notifications } from '../notifications/notifications.ts'
import type { Access } from '../organizations/access.ts'
import type { Organizations } from '../organizations/organizations.ts'
import type { LoggedBase } from '../storage/database.ts'
import { createDelivery } from './delivery/delivery.ts'
import { createMessages } from './delivery/message.ts'
import { createSender } from './delivery/sender.ts'
import { createSigner } from './delivery/signature.ts'
import { createTargetGuard } from './delivery/target-guard.ts'
import { eventStreamRoutes } from './events/event-stream.routes.ts'
import { createEventStreams } from './events/event-stream.ts'
import { eventRoutes } from './events/events.routes.ts'
import { createEvents } from './events/events.ts'
import { createOutbox } from './events/outbox.ts'
import { createRecentBodies } from './events/recent-bodies.ts'
import { deliveryRoutes } from './log/deliveries.routes.ts'
import { createDeliveries } from './log/deliveries.ts'
import { createReplays } from './log/replay.ts'
import { createSummaries } from './registration/summary.ts'
import { createTestEvents } from './registration/test-event.ts'
import { webhookRoutes } from './registration/webhooks.routes.ts'
import { createWebhooks } from './registration/webhooks.ts'

interface WebhooksDeps extends LoggedBase {
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
  const { database, clock, live } = deps
  const guard = createTargetGuard({
    allowPrivate: deps.allowPrivate,
    resolve: createNames({ servers: deps.nameServers }),
  })
  const sender = createSender({ ...deps, guard })
  const messages = createMessages(createSigner(deps.secrets))
  const recentBodies = createRecentBodies()

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
  return {
    rules: {
      webhooks,
      deliveries,
      outbox: createOutbox({
        clock,
        signals: database.signals,
        recentBodies,
        express: delivery.express,
      }),
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
