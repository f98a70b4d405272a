import type { EventType } from '#contract/event-types.ts'
import type { Context } from '../../platform/context.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import { newId } from '../../platform/kit/ids.ts'
import { sampleOf } from '../events/event-schemas.ts'
import type { TestResult } from '../webhooks/webhooks.schema.ts'
import { requireWebhook } from '../webhooks/webhooks.ts'
import type { Messages } from './message.ts'
import type { Sender } from './sender.ts'

declare module '../../platform/context.ts' {
  interface Service {
    deliveries: { messages: Messages; sender: Sender }
  }
}

/** A test event is built and sent like a delivery, but not stored. */
export const sendTestEvent = async (
  context: Context,
  webhookId: string,
  type?: EventType,
): Promise<TestResult> => {
  const webhook = await requireWebhook(context, webhookId, 'webhooks:write')
  const now = context.now()
  const event = type ?? 'webhook.test'
  const eventId = newId('evt', now)
  const data = type === undefined ? greeting(webhookId) : { ...sampleOf(type), test: true }
  const body = JSON.stringify({ event, id: eventId, created_at: isoTime(now), data })
  const deliveryId = newId('dlv', now)
  const message = { event, eventId, deliveryId, attempt: 1, body }
  const { url, headers } = context.service.deliveries.messages.requestOf(webhook, message, now)
  const request = { url, headers: { ...headers, 'X-Service-Test': 'true' }, body }
  const { status, error, durationMs, responseBody } = await context.service.deliveries.sender.send({
    ...request,
    owner: webhook.organization_id,
  })
  return {
    delivered: error === null,
    request,
    response: { status, body: responseBody, duration_ms: durationMs, error },
  }
}

const greeting = (webhookId: string) => ({
  test: true,
  webhook_id: webhookId,
  message: 'This is a test. If you can read it and the signature is valid, your receiver works.',
})
