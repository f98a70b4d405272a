import type { EventType } from '#contract/event-types.ts'
import { type Change, type Context, signal } from '../../platform/context.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import { problem } from '../../platform/http/problem.ts'
import { isoTime, isoTimeOrNull } from '../../platform/kit/clock.ts'
import { reachableOrganizations, requireOrganization } from '../organizations/access.ts'
import { isActive } from '../webhooks/webhooks.store.ts'
import { requireWebhook } from '../webhooks/webhooks.ts'
import type { DeliveryQuery } from './deliveries.schema.ts'
import * as store from './deliveries.store.ts'

const withDurations = async ({ db }: Context, rows: store.ListedDelivery[]) => {
  const durations = await store.lastDurations(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...asDelivery(row),
    last_duration_ms: durations.get(row.id) ?? null,
  }))
}

const findDelivery = async (context: Context, id: string) => {
  const delivery = await store.find(context.db, reachableOrganizations(context), id)
  if (!delivery) throw deliveryNotFound(id)
  return delivery
}

/** The organization of a delivery; 404 when the actor cannot reach it. */
export const organizationOfDelivery = async (context: Context, id: string): Promise<string> =>
  (await findDelivery(context, id)).organization_id

export const listDeliveries = async (context: Context, webhookId: string, query: DeliveryQuery) => {
  const { db } = context
  const { status, event, view, limit, offset } = query
  await requireWebhook(context, webhookId, 'webhooks:read')
  const wanted = { webhookId, status, event }
  const total = await store.count(db, wanted)
  const filter = [webhookId, status ?? null, event ?? null]
  const page = openPage({ list: 'deliveries', filter, like: [''] as [string] }, query)
  const found = await store.list(db, wanted, total, page)
  const { rows, next } = page.close(found, (row) => [row.id])
  const deliveries = view === 'full' ? await withDurations(context, rows) : rows.map(asDelivery)
  return { deliveries, total, limit, offset, ...next }
}

export const retrieveDelivery = async (context: Context, id: string) => {
  const delivery = await findDelivery(context, id)
  await requireOrganization(context, delivery.organization_id, 'webhooks:read')
  const attempts = await store.listAttempts(context.db, id)
  return {
    ...asDelivery(delivery),
    note: delivery.note,
    request: delivery.body,
    attempts: attempts.map((attempt) => ({
      ...attempt,
      started_at: isoTime(attempt.started_at),
    })),
  }
}

/** Makes another attempt immediately. A running attempt counts as this attempt. */
export const retryDelivery = async (change: Change, id: string) => {
  const { db } = change
  const delivery = await store.lock(db, reachableOrganizations(change), id)
  if (!delivery) throw deliveryNotFound(id)
  const { organization_id, webhook_id: webhookId, status, claim, next_attempt_at } = delivery
  await requireOrganization(change, organization_id, 'webhooks:write')
  const takesMore = await isActive(db, organization_id, webhookId)
  if (takesMore === undefined) throw webhookDeleted()
  if (!takesMore) throw webhookInactive()
  if (status === 'pending' && claim !== null) return asDelivery(delivery)
  const now = change.now()
  if (status === 'pending') await store.bringForward(db, id, now)
  else await store.addAttempt(db, id, now)
  signal(change, { kind: 'deliveries-due', webhookId })
  return asDelivery({
    ...delivery,
    status: 'pending',
    next_attempt_at: Math.min(next_attempt_at ?? now, now),
  })
}

const asDelivery = (row: store.ListedDelivery) => ({
  id: row.id,
  event_id: row.event_id,
  event: row.event as EventType,
  webhook_id: row.webhook_id,
  status: row.status,
  attempts_count: row.attempts_count,
  next_attempt_at: isoTimeOrNull(row.next_attempt_at),
  last_status: row.last_status,
  created_at: isoTime(row.created_at),
})

const deliveryNotFound = (id: string) =>
  problem(404, 'delivery_not_found', `There is no delivery ${id.slice(0, 100)}.`)

export const webhookInactive = () =>
  problem(409, 'webhook_inactive', 'The webhook is inactive. Activate it first.')

const webhookDeleted = () =>
  problem(409, 'webhook_deleted', 'The webhook of this delivery was deleted.')
