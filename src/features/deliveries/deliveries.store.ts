import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import { countUpTo, maxCounted, type PageWindow, pageAt } from '../../platform/store/keyset.ts'
import type { DeliveryStatus, Tables } from '../../platform/store/tables.ts'
import type { ReachableIds } from '../organizations/access.ts'

const listNames = [
  'id',
  'event_id',
  'event',
  'webhook_id',
  'status',
  'attempts_count',
  'next_attempt_at',
  'last_status',
  'created_at',
] as const

export type ListedDelivery = Pick<Tables['deliveries'], (typeof listNames)[number]>

const listColumns = listNames.map((name) => `deliveries.${name}` as const)

const idsOf = (db: Db, webhookId: string) =>
  db.selectFrom('deliveries').select('id').where('webhook_id', '=', webhookId)

// Literals, because the partial indexes do not match a parameter.
const pendingOf = (db: Db, webhookId: string) =>
  idsOf(db, webhookId).where('due_at', 'is not', null)

const failedOf = (db: Db, webhookId: string) =>
  idsOf(db, webhookId).where('status', '=', sql.lit('failed'))

export interface Wanted {
  webhookId: string
  status: DeliveryStatus | undefined
  event: string | undefined
}

/** The number of matching deliveries, at most `maxCounted`. */
export const count = async (db: Db, wanted: Wanted): Promise<number> => {
  const { webhookId, status, event } = wanted
  if (event !== undefined) return await countUpTo(db, ofEvent(db, wanted, event))
  if (status !== 'succeeded') {
    return await countUpTo(db, ofStatus(db, webhookId, status).limit(maxCounted))
  }
  // These have no index. Subtracting the others from all needs only indexes.
  const all = idsOf(db, webhookId)
  const others =
    (await countUpTo(db, pendingOf(db, webhookId))) + (await countUpTo(db, failedOf(db, webhookId)))
  return (await countUpTo(db, all.limit(maxCounted + others))) - others
}

/** The event has no index, so search among the newest deliveries, which bounds the cost. */
const ofEvent = (db: Db, { webhookId, status }: Wanted, event: string) => {
  const newest = ofStatus(db, webhookId, status).select('event').limit(maxCounted)
  // Waiting deliveries have their own index, which an order by id would prevent from being used.
  const some = status === 'pending' ? newest : newest.orderBy('id', 'desc')
  return db.selectFrom(some.as('newest')).select('newest.id').where('newest.event', '=', event)
}

const ofStatus = (db: Db, webhookId: string, status: DeliveryStatus | undefined) => {
  if (status === 'pending') return pendingOf(db, webhookId)
  if (status === 'failed') return failedOf(db, webhookId)
  const all = idsOf(db, webhookId)
  return status === 'succeeded' ? all.where('status', '=', status) : all
}

/** Sorting this few is faster than finding them among all others. */
const fewPending = 10_000

/** Newest first, because ids sort by the time of their event. `total` is the result of `count`. */
export const list = async (
  db: Db,
  wanted: Wanted,
  total: number,
  page: PageWindow<[string]>,
): Promise<ListedDelivery[]> => {
  const read = async ({ after, offset, maximum }: PageWindow<[string]>) => {
    const all = wantedOf(db, wanted, total).orderBy('id', 'desc').limit(maximum).offset(offset)
    // Selects only the ids first, so that skipped rows are not read.
    const ids = after ? all.where('id', '<', after[0]) : all
    const rows = db
      .selectFrom('deliveries')
      .select(listColumns)
      .where('id', 'in', ids)
      .orderBy('id', 'desc')
    // Repeats a condition: it lets PostgreSQL leave out the partitions of later months.
    return await (after ? rows.where('id', '<', after[0]) : rows).execute()
  }
  return await pageAt(page, read, ({ id }): [string] => [id])
}

const wantedOf = (db: Db, wanted: Wanted, total: number) => {
  const { webhookId, status, event } = wanted
  if (event !== undefined) return idsOf(db, webhookId).where('id', 'in', ofEvent(db, wanted, event))
  const all = ofStatus(db, webhookId, status)
  if (status !== 'pending' || total >= fewPending) return all
  return idsOf(db, webhookId).where('id', 'in', all.limit(fewPending))
}

/**
 * The duration of the last attempt of each delivery. Deliveries without an attempt are left out.
 */
export const lastDurations = async (db: Db, ids: string[]): Promise<Map<string, number>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('delivery_attempts', (join) =>
      join
        .onRef('delivery_attempts.delivery_id', '=', 'deliveries.id')
        .onRef('delivery_attempts.number', '=', 'deliveries.attempts_count'),
    )
    .select(['deliveries.id', 'delivery_attempts.duration_ms'])
    .where('deliveries.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, duration_ms }) => [id, Number(duration_ms)]))
}

/** If reachable for the caller, with the body that is sent. */
export const find = async (db: Db, reachable: ReachableIds, id: string) =>
  await db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .select([...listColumns, 'deliveries.organization_id', 'deliveries.note', 'events.body'])
    .where('deliveries.organization_id', 'in', reachable)
    .where('deliveries.id', '=', id)
    .executeTakeFirst()

/**
 * The same without the body, locked until the end of the transaction, so that it cannot be claimed.
 */
export const lock = async (db: Db, reachable: ReachableIds, id: string) =>
  await db
    .selectFrom('deliveries')
    .select([...listColumns, 'deliveries.organization_id', 'deliveries.claim'])
    .where('deliveries.organization_id', 'in', reachable)
    .where('deliveries.id', '=', id)
    .forUpdate('deliveries')
    .executeTakeFirst()

export const listAttempts = async (db: Db, deliveryId: string) =>
  await db
    .selectFrom('delivery_attempts')
    .select(['number', 'started_at', 'duration_ms', 'status', 'error', 'response_body'])
    .where('delivery_id', '=', deliveryId)
    .orderBy('number')
    .execute()

const dueAt = (now: number) =>
  ({ status: 'pending', next_attempt_at: now, due_at: now, claim: null, note: null }) as const

/** Adds one attempt to a finished delivery, without retries after it. */
export const addAttempt = async (db: Db, id: string, now: number) => {
  await db
    .updateTable('deliveries')
    .set({ ...dueAt(now), waits_used: null })
    .where('id', '=', id)
    .execute()
}

/** Makes a waiting delivery due now. A delivery that is already due keeps its place. */
export const bringForward = async (db: Db, id: string, now: number) => {
  await db
    .updateTable('deliveries')
    .set({ next_attempt_at: now, due_at: now })
    .where('id', '=', id)
    .where('due_at', '>', now)
    .execute()
}

/** Deliveries of one webhook. Ids begin with their time, so a time span is a range of ids. */
export interface Span {
  webhookId: string
  fromId: string
  beforeId: string
}

type FinishedStatus = 'succeeded' | 'failed'

const inSpan = (db: Db, { webhookId, fromId, beforeId }: Span) =>
  db
    .selectFrom('deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('id', '>=', fromId)
    .where('id', '<', beforeId)

const failedIn = (db: Db, span: Span) => inSpan(db, span).where('status', '=', sql.lit('failed'))

const finishedIn = (db: Db, span: Span, status: FinishedStatus | undefined) => {
  if (status === 'failed') return failedIn(db, span)
  const finished = inSpan(db, span).where('due_at', 'is', null)
  return status === undefined ? finished : finished.where('status', '=', status)
}

/** Oldest first. */
export const listFinished = async (
  db: Db,
  span: Span,
  status: FinishedStatus | undefined,
  maximum: number,
): Promise<string[]> => {
  const rows = await finishedIn(db, span, status).orderBy('id').limit(maximum).execute()
  return rows.map(({ id }) => id)
}

/** Uses only indexes: no row is read to count successful deliveries. */
export const countFinished = async (
  db: Db,
  span: Span,
  status: FinishedStatus | undefined,
): Promise<number> => {
  const failed = await countUpTo(db, failedIn(db, span))
  if (status === 'failed') return failed
  // The limit prevents SQLite from reading the whole span for the few that wait.
  const waiting = db
    .selectFrom('deliveries')
    .select('id')
    .where('webhook_id', '=', span.webhookId)
    .where('due_at', 'is not', null)
    .limit(Number.MAX_SAFE_INTEGER)
  const waitingIn = db
    .selectFrom(waiting.as('waiting'))
    .select('waiting.id')
    .where('waiting.id', '>=', span.fromId)
    .where('waiting.id', '<', span.beforeId)
  const finished = (await countUpTo(db, inSpan(db, span))) - (await countUpTo(db, waitingIn))
  return status === undefined ? finished : finished - failed
}

/** Restarts all attempts from now on. Returns the number of deliveries. */
export const restart = async (db: Db, ids: string[], now: number): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ ...dueAt(now), waits_used: 0 })
    .where('id', 'in', ids)
    // A delivery that was retried meanwhile is already running.
    .where('due_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
