import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import { countUpTo, maxCounted } from '../../platform/store/keyset.ts'

/** Newest first. */
export const newest = async (db: Db, webhookId: string, maximum: number) =>
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
