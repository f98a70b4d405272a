import { sql } from 'kysely'
import type { ReachableIds } from '../../organizations/access.ts'
import { countUpTo } from '../../storage/count-up-to.ts'
import type { Db } from '../../storage/database.ts'
import { passOver } from '../../storage/keyset.ts'
import type { DeliveryStatus, Tables } from '../../storage/tables.ts'

type DeliveryRow = Tables['deliveries']

const listColumns = [
  'deliveries.id',
  'deliveries.event_id',
  'deliveries.event',
  'deliveries.webhook_id',
  'deliveries.status',
  'deliveries.attempts_count',
  'deliveries.next_attempt_at',
  'deliveries.last_status',
  'deliveries.created_at',
] as const

export type ListedDelivery = Pick<
  DeliveryRow,
  | 'id'
  | 'event_id'
  | 'event'
  | 'webhook_id'
  | 'status'
  | 'attempts_count'
  | 'next_attempt_at'
  | 'last_status'
  | 'created_at'
>

/** Counting a million deliveries for each page would not do. */
const mostCounted = 100_000

const idsOf = (db: Db, webhookId: string) =>
  db.selectFrom('deliveries').select('id').where('webhook_id', '=', webhookId)

// In the very words of their indexes: a status that is known only when it runs would use neither.
const pendingOf = (db: Db, webhookId: string) =>
  idsOf(db, webhookId).where('due_at', 'is not', null)

const failedOf = (db: Db, webhookId: string) =>
  idsOf(db, webhookId).where('status', '=', sql.lit('failed'))

const succeededOf = (db: Db, webhookId: string) =>
  idsOf(db, webhookId).where('status', '=', 'succeeded')

export interface Wanted {
  webhookId: string
  status: DeliveryStatus | undefined
  event: string | undefined
}

/** How many there are, up to `mostCounted`. */
export const count = async (db: Db, wanted: Wanted): Promise<number> => {
  const { webhookId, status, event } = wanted
  if (event !== undefined) return await countUpTo(db, ofEvent(db, wanted, event))
  const all = idsOf(db, webhookId)
  if (status === undefined) return await countUpTo(db, all.limit(mostCounted))
  if (status === 'pending') {
    return await countUpTo(db, pendingOf(db, webhookId).limit(mostCounted))
  }
  if (status === 'failed') return await countUpTo(db, failedOf(db, webhookId).limit(mostCounted))
  // These have no index; they are what the others leave, and no row need be read for that.
  const others =
    (await countUpTo(db, pendingOf(db, webhookId))) + (await countUpTo(db, failedOf(db, webhookId)))
  return (await countUpTo(db, all.limit(mostCounted + others))) - others
}

/** No index knows the event: looked for among the newest, so that what it costs has a bound. */
const ofEvent = (db: Db, { webhookId, status }: Wanted, event: string) => {
  const newest = ofStatus(db, webhookId, status).select('event').limit(mostCounted)
  // What waits is looked up by its own index, which an order by id would keep from being used.
  const some = status === 'pending' ? newest : newest.orderBy('id', 'desc')
  return db.selectFrom(some.as('newest')).select('newest.id').where('newest.event', '=', event)
}

const ofStatus = (db: Db, webhookId: string, status: DeliveryStatus | undefined) => {
  if (status === 'pending') return pendingOf(db, webhookId)
  if (status === 'failed') return failedOf(db, webhookId)
  return status === 'succeeded' ? succeededOf(db, webhookId) : idsOf(db, webhookId)
}

/** So few are sorted faster than looked for among all the others. */
const fewPending = 10_000

interface Page {
  after: [string] | null
  offset: number
  most: number
}

/** Newest first: ids sort by the time of their event. `total` is what `count` says. */
export const list = async (
  db: Db,
  wanted: Wanted,
  total: number,
  { after, offset, most }: Page,
): Promise<ListedDelivery[]> => {
  const ids = (from: string | null) => {
    const all = wantedOf(db, wanted, total).orderBy('id', 'desc')
    return from === null ? all : all.where('id', '<', from)
  }
  const start = await passOver<string>(offset, async (from, passed) => {
    const row = await ids(from).limit(1).offset(passed).executeTakeFirst()
    return row?.id
  })
  if (!start) return []
  // The ids alone first: rows that are passed over need not be read.
  const page = ids(start.after ?? after?.[0] ?? null)
    .limit(most)
    .offset(start.offset)
  return await db
    .selectFrom('deliveries')
    .select(listColumns)
    .where('id', 'in', page)
    .orderBy('id', 'desc')
    .execute()
}

const wantedOf = (db: Db, wanted: Wanted, total: number) => {
  const { webhookId, status, event } = wanted
  if (event !== undefined) return idsOf(db, webhookId).where('id', 'in', ofEvent(db, wanted, event))
  const all = ofStatus(db, webhookId, status)
  if (status !== 'pending' || total >= fewPending) return all
  return idsOf(db, webhookId).where('id', 'in', all.limit(fewPending))
}

/** How long the last attempt of each took; those without an attempt are left out. */
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

/** Within reach, with the body that is sent. */
export const find = async (db: Db, reachable: ReachableIds, id: string) =>
  await db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .select([...listColumns, 'deliveries.organization_id', 'deliveries.note', 'events.body'])
    .where('deliveries.organization_id', 'in', reachable)
    .where('deliveries.id', '=', id)
    .executeTakeFirst()

/** The same without the body, held until the end of the transaction: nobody claims it meanwhile. */
export const hold = async (db: Db, reachable: ReachableIds, id: string) =>
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

/** Of a finished delivery: one more attempt, after which there is no wait left. */
export const addAttempt = async (db: Db, id: string, now: number) => {
  await db
    .updateTable('deliveries')
    .set({
      status: 'pending',
      waits_used: null,
      next_attempt_at: now,
      due_at: now,
      claim: null,
      note: null,
    })
    .where('id', '=', id)
    .execute()
}

/** Of a waiting delivery; one that is due already keeps its place. */
export const bringForward = async (db: Db, id: string, now: number) => {
  await db
    .updateTable('deliveries')
    .set({ next_attempt_at: now, due_at: now })
    .where('id', '=', id)
    .where('due_at', '>', now)
    .execute()
}

/**
 * What waits for a webhook that takes no more, at most so many. Whoever is sending one loses the
 * claim: the result cannot settle what was dropped.
 */
export const dropWaiting = async (
  db: Db,
  webhookId: string,
  note: string,
  most: number,
): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ status: 'failed', next_attempt_at: null, due_at: null, claim: null, note })
    .where('id', 'in', pendingOf(db, webhookId).orderBy('due_at').limit(most))
    // Once more: on PostgreSQL one may have been delivered while this waited for its row.
    .where('due_at', 'is not', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
