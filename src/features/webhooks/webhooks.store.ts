import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import { countUpTo, maxCounted } from '../../platform/store/keyset.ts'
import type { Tables } from '../../platform/store/tables.ts'
import type { ReachableIds } from '../organizations/access.ts'

export type WebhookRow = Tables['webhooks']

const columns = [
  'id',
  'organization_id',
  'url',
  'description',
  'events',
  'secret',
  'former_secret',
  'former_secret_until',
  'active',
  'inactive_reason',
  'failing_since',
  'warned_at',
  'created_at',
  'updated_at',
] as const

export const insert = async (db: Db, row: WebhookRow) => {
  await db.insertInto('webhooks').values(row).execute()
}

/** Only if reachable for the caller. */
const ofReach = (db: Db, reachable: ReachableIds, id: string) =>
  db
    .selectFrom('webhooks')
    .select(columns)
    .where('organization_id', 'in', reachable)
    .where('id', '=', id)

export const find = async (db: Db, reachable: ReachableIds, id: string) =>
  await ofReach(db, reachable, id).executeTakeFirst()

/** Locked until the end of the transaction, which changes it. */
export const lock = async (db: Db, reachable: ReachableIds, id: string) =>
  await ofReach(db, reachable, id).forUpdate().executeTakeFirst()

/** Newest first. */
export const list = async (
  db: Db,
  organizationId: string,
  { after, maximum, offset }: { after: [string] | null; maximum: number; offset: number },
) => {
  const all = db
    .selectFrom('webhooks')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .orderBy('id', 'desc')
    .limit(maximum)
    .offset(offset)
  return await (after ? all.where('id', '<', after[0]) : all).execute()
}

export const count = (db: Db, organizationId: string): Promise<number> =>
  countUpTo(
    db,
    db.selectFrom('webhooks').select('id').where('organization_id', '=', organizationId),
  )

export const update = async (db: Db, { id, organization_id, ...row }: WebhookRow) => {
  await db
    .updateTable('webhooks')
    .set(row)
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
}

export const remove = async (db: Db, organizationId: string, id: string) => {
  await db
    .deleteFrom('webhooks')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Sets the events that a webhook gets. The outbox reads only these rows. */
export const subscribe = async (
  db: Db,
  { id, organization_id }: Pick<WebhookRow, 'id' | 'organization_id'>,
  events: string[],
) => {
  await db.deleteFrom('webhook_subscriptions').where('webhook_id', '=', id).execute()
  if (events.length === 0) return
  await db
    .insertInto('webhook_subscriptions')
    .values(events.map((event) => ({ organization_id, event, webhook_id: id })))
    .execute()
}

/** Undefined when the webhook is deleted. */
export const isActive = async (
  db: Db,
  organizationId: string,
  id: string,
): Promise<boolean | undefined> => {
  const webhook = await db
    .selectFrom('webhooks')
    .select('active')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return webhook && webhook.active === 1
}

/** More than this in one transaction would delay other requests. The dispatcher drops the rest. */
const maxDropped = 1000

/**
 * Drops waiting deliveries of a webhook. A process that is sending a delivery loses its claim, so its
 * result cannot settle a dropped one. True when more may be left.
 */
export const dropWaiting = async (
  db: Db,
  webhookId: string,
  fate: 'deactivated' | 'deleted',
): Promise<boolean> => {
  const note = `Dropped: the webhook was ${fate}.`
  const waiting = db
    .selectFrom('deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(maxDropped)
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ status: 'failed', next_attempt_at: null, due_at: null, claim: null, note })
    .where('id', 'in', waiting)
    // Checked again: on PostgreSQL a delivery may have succeeded while this waited for its lock.
    .where('due_at', 'is not', null)
    .executeTakeFirst()
  return Number(numUpdatedRows) === maxDropped
}

/** Newest first. */
export const newestDeliveries = async (db: Db, webhookId: string, maximum: number) =>
  await db
    .selectFrom('deliveries')
    .select(['id', 'status', 'last_status', 'attempts_count'])
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(maximum)
    .execute()

/** The number of deliveries that wait for an attempt, at most 100,000. */
export const countWaiting = async (db: Db, webhookId: string): Promise<number> =>
  await countUpTo(
    db,
    db
      .selectFrom('deliveries')
      .select('id')
      .where('webhook_id', '=', webhookId)
      .where('due_at', 'is not', null)
      .limit(maxCounted),
  )

/** Averages over all attempts of these deliveries. */
export const attemptsOf = async (db: Db, deliveryIds: string[]) => {
  // An empty `in ()` is a syntax error in PostgreSQL.
  if (deliveryIds.length === 0) return { averageMs: null, lastAt: null }
  const { average_ms, last_at } = await db
    .selectFrom('delivery_attempts')
    .select([
      sql<number | null>`avg(duration_ms)`.as('average_ms'),
      sql<number | null>`max(started_at)`.as('last_at'),
    ])
    .where('delivery_id', 'in', deliveryIds)
    .executeTakeFirstOrThrow()
  return {
    averageMs: average_ms === null ? null : Math.round(Number(average_ms)),
    lastAt: last_at === null ? null : Number(last_at),
  }
}
