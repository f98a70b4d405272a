import type { EventType } from '#contract/event-types.ts'
import type { Actor } from '../../platform/http/callers/actor.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import { newId } from '../../platform/kit/ids.ts'
import type { Base } from '../../platform/store/database.ts'
import { sampleOf } from '../events/event-schemas.ts'
import type { TestResult } from '../webhooks/webhooks.schema.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import type { Messages } from './message.ts'
import type { Sender } from './sender.ts'

interface TestEventsOptions extends Base {
  webhooks: Webhooks
  messages: Messages
  sender: Pick<Sender, 'send'>
}

export type TestEvents = ReturnType<typeof createTestEvents>

/** Test events are built and sent like deliveries, but not stored. */
export const createTestEvents = (options: TestEventsOptions) => {
  const { database, clock, webhooks, messages, sender } = options
  return {
    async send(actor: Actor, webhookId: string, type?: EventType): Promise<TestResult> {
      const webhook = await webhooks.find(database.db, actor, webhookId, 'webhooks:write')
      const now = clock.now()
      const event = type ?? 'webhook.test'
      const eventId = newId('evt', now)
      const data = type === undefined ? greeting(webhookId) : { ...sampleOf(type), test: true }
      const body = JSON.stringify({ event, id: eventId, created_at: isoTime(now), data })
      const deliveryId = newId('dlv', now)
      const message = { event, eventId, deliveryId, attempt: 1, body }
      const { url, headers } = messages.requestOf(webhook, message, now)
      const request = { url, headers: { ...headers, 'X-Service-Test': 'true' }, body }
      const { status, error, durationMs, responseBody } = await sender.send({
        ...request,
        owner: webhook.organization_id,
      })
      return {
        delivered: error === null,
        request,
        response: { status, body: responseBody, duration_ms: durationMs, error },
      }
    },
  }
}

const greeting = (webhookId: string) => ({
  test: true,
  webhook_id: webhookId,
  message: 'This is a test. If you can read it and the signature is valid, your receiver works.',
})
