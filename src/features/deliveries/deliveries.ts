import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventType } from '#contract/event-types.ts'
import { type Change, type Context, omitFromAudit, signal } from '../../platform/context.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import { invalidField, problem } from '../../platform/http/problem.ts'
import { isoTime, isoTimeOrNull } from '../../platform/kit/clock.ts'
import { lowestId, madeAt, newId } from '../../platform/kit/ids.ts'
import { sampleOf } from '../events/event-schemas.ts'
import { reachableOrganizations, requireOrganization } from '../organizations/access.ts'
import type { TestResult } from '../webhooks/webhooks.schema.ts'
import { isActive } from '../webhooks/webhooks.store.ts'
import { requireWebhook } from '../webhooks/webhooks.ts'
import { requestOf, type Sign } from './attempt.ts'
import type { DeliveryQuery, ReplayRequest } from './deliveries.schema.ts'
import * as store from './deliveries.store.ts'
import type { Outgoing, Sender } from './sender.ts'

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

const webhookInactive = () =>
  problem(409, 'webhook_inactive', 'The webhook is inactive. Activate it first.')

const webhookDeleted = () =>
  problem(409, 'webhook_deleted', 'The webhook of this delivery was deleted.')

/** The maximum in one request. A caller continues at `next_since`. */
const maxReplayed = 10_000
const stepSize = 1000

const restart = async (change: Change, ids: string[]): Promise<number> => {
  const now = change.now()
  let count = 0
  for (let i = 0; i < ids.length; i += stepSize) {
    count += await store.restart(change.db, ids.slice(i, i + stepSize), now)
    // On SQLite a step blocks the whole process, so give other requests a turn.
    await nextTurn()
  }
  return count
}

export const replayDeliveries = async (
  change: Change,
  webhookId: string,
  request: ReplayRequest,
) => {
  const { db } = change
  const { status, dry_run = false } = request
  const { active, organization_id } = await requireWebhook(change, webhookId, 'webhooks:write')
  if (dry_run) omitFromAudit(change, organization_id)
  if (active === 0 && !dry_run) throw webhookInactive()
  const span = spanOf(webhookId, request, change.now())
  const found = await store.listFinished(db, span, status, maxReplayed + 1)
  const ids = found.slice(0, maxReplayed)
  const fromId = found[maxReplayed]
  const remaining =
    fromId === undefined ? 0 : await store.countFinished(db, { ...span, fromId }, status)
  const count = dry_run ? ids.length : await restart(change, ids)
  if (!dry_run) signal(change, { kind: 'deliveries-due', webhookId })
  const next_since = fromId === undefined ? null : isoTime(madeAt(fromId))
  return { count, dry_run, remaining, next_since }
}

const spanOf = (webhookId: string, { since, until }: ReplayRequest, now: number): store.Span => {
  const sinceAt = Date.parse(since)
  // Without an end: everything until now, including this millisecond.
  const untilAt = until === undefined ? now + 1 : Date.parse(until)
  if (sinceAt > untilAt) {
    const end = until === undefined ? 'in the future' : 'after until'
    throw invalidField('/since', 'too_large', `since must not be ${end}.`)
  }
  return { webhookId, fromId: lowestId('dlv', sinceAt), beforeId: lowestId('dlv', untilAt) }
}

declare module '../../platform/context.ts' {
  interface Service {
    deliveries: { sign: Sign; sender: Sender }
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
  const { sign, sender } = context.service.deliveries
  const { url, headers } = requestOf(sign, webhook, message, now)
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
}

const greeting = (webhookId: string) => ({
  test: true,
  webhook_id: webhookId,
  message: 'This is a test. If you can read it and the signature is valid, your receiver works.',
})

/** Sends a request by the rules of webhooks, once. Never rejects. */
export const sendOnce = ({ service }: Pick<Context<unknown>, 'service'>, outgoing: Outgoing) =>
  service.deliveries.sender.send(outgoing)
