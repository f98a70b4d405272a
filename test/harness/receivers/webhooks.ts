import assert from 'node:assert/strict'
import type { Static } from 'typebox'
import type {
  PageOfWebhooks,
  WebhookDetail,
} from '../../../src/features/webhooks/webhooks.schema.ts'
import { eventually } from '../checks/eventually.ts'
import type { Answer } from '../service/client.ts'

interface Client {
  get<T>(path: string): Promise<Answer<T>>
  post<T>(path: string, body?: unknown, options?: { key?: string }): Promise<Answer<T>>
}

export interface Webhook {
  id: string
  url: string
  events: string[]
  secret: string
  active: boolean
  created_at: string
}

export type WebhookView = Static<typeof WebhookDetail>
export type Webhooks = Static<typeof PageOfWebhooks>

export interface Delivery {
  id: string
  event_id: string
  event: string
  webhook_id: string
  status: 'pending' | 'succeeded' | 'failed'
  attempts_count: number
  next_attempt_at: string | null
  last_status: number | null
  created_at: string
  /** Only in the full view of a list. */
  last_duration_ms?: number | null
}

export interface DeliveryView extends Delivery {
  note: string | null
  request: string
  attempts: {
    number: number
    started_at: string
    duration_ms: number
    status: number | null
    error: string | null
    response_body: string | null
  }[]
}

/** No server listens there, so an attempt fails at once. */
export const closedPort = 'http://127.0.0.1:9/hooks'

export const registerWebhook = async (service: Client, url: string, fields: object = {}) => {
  const { status, body, text } = await service.post<Webhook>('/v1/webhooks', { url, ...fields })
  assert.equal(status, 200, text)
  return body
}

/** Newest first. */
export const deliveriesOf = async (service: Client, webhookId: string): Promise<Delivery[]> => {
  const path = `/v1/webhooks/${webhookId}/deliveries`
  return (await service.get<{ deliveries: Delivery[] }>(path)).body.deliveries
}

export const deliveryOf = async (service: Client, id: string): Promise<DeliveryView> =>
  (await service.get<DeliveryView>(`/v1/deliveries/${id}`)).body

/** The newest delivery of a webhook, after it is no longer pending. */
export const settledDelivery = async (service: Client, webhookId: string): Promise<Delivery> =>
  await eventually(async () => {
    const [delivery] = await deliveriesOf(service, webhookId)
    assert.ok(delivery && delivery.status !== 'pending', JSON.stringify(delivery))
    return delivery
  })
