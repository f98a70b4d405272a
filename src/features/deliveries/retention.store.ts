import { sql } from 'kysely'
import { lowestId, madeAt } from '../../platform/kit/ids.ts'
import {
  countDeleted,
  type Database,
  type Db,
  type Transaction,
} from '../../platform/store/database.ts'
import {
  attemptsTable,
  deliveriesTable,
  eventsTable,
  type Partition,
} from '../../platform/store/partitions/months.ts'
import { dropOldMonths } from '../../platform/store/partitions/old.ts'

/** Deletes finished deliveries with their attempts, in small steps. */
export const deleteOldDeliveries = async (
  db: Db,
  before: number,
  maximum: number,
): Promise<number> => {
  const old = db
    .selectFrom('deliveries')
    .select('id')
    .where('id', '<', lowestId('dlv', before))
    .where('due_at', 'is', null)
    .orderBy('id')
    .limit(maximum)
  const deleted = await db
    .deleteFrom('deliveries')
    .where('id', 'in', old)
    // Checked again: on PostgreSQL a delivery may have been retried while this waited for its lock.
    .where('due_at', 'is', null)
    .returning('id')
    .execute()
  if (deleted.length > 0) {
    const ids = deleted.map(({ id }) => id)
    await db.deleteFrom('delivery_attempts').where('delivery_id', 'in', ids).execute()
  }
  return deleted.length
}

/** Up to the oldest remaining delivery, whose id begins with the time of its event. */
const neededFrom = async (db: Db, before: number): Promise<number> => {
  const oldest = await db
    .selectFrom('deliveries')
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return oldest ? Math.min(before, madeAt(oldest.id)) : before
}

export const deleteOldEvents = async (db: Db, before: number, maximum: number): Promise<number> => {
  const old = db
    .selectFrom('events')
    .select('id')
    .where('id', '<', lowestId('evt', await neededFrom(db, before)))
    .orderBy('id')
    .limit(maximum)
  return await countDeleted(db.deleteFrom('events').where('id', 'in', old))
}

/** Whole months at once, on PostgreSQL: deliveries of which none waits, then what belongs to them. */
export const dropOldWebhookMonths = async (database: Database, before: number) => {
  await dropOldMonths(database, {
    table: deliveriesTable,
    before,
    isKept: isAnyWaiting,
    isStillKept: isAnyWaiting,
  })
  await dropOldMonths(database, { table: attemptsTable, before, isKept: isAnyDelivery })
  await dropOldMonths(database, {
    table: eventsTable,
    before: await neededFrom(database.db, before),
    isKept: async () => false,
  })
}

const isAnyWaiting = async (db: Db, { name }: Partition): Promise<boolean> => {
  const waiting = sql`select 1 from ${sql.table(name)} where due_at is not null limit 1`
  return (await waiting.execute(db)).rows.length > 0
}

/** The partitions of attempts have the same bounds as those of deliveries, or wider ones. */
const isAnyDelivery = async (db: Db, { from, until }: Partition): Promise<boolean> => {
  const delivery = await db
    .selectFrom('deliveries')
    .select('id')
    .where('id', '>=', from ?? '')
    .where('id', '<', until ?? '')
    .limit(1)
    .executeTakeFirst()
  return delivery !== undefined
}

/** The usual number of rows of an event with its deliveries and attempts. */
const rowsOfOne = 10

/**
 * Deletes about `maximum` rows of the events of a deleted organization, with their deliveries. A
 * smaller result means that none remain. Deliveries have no index by organization, because every
 * scan would pay for it; their ids begin like those of their events. The cross join makes SQLite
 * keep this order.
 */
export const deleteEvents = async (
  { db }: Transaction,
  organizationId: string,
  maximum: number,
): Promise<number> => {
  const maxEvents = Math.ceil(maximum / rowsOfOne)
  const events = await db
    .selectFrom('events')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy('id', 'desc')
    .limit(maxEvents)
    .execute()
  if (events.length === 0) return 0
  const ids = events.map(({ id }) => id)
  const { rows } = await sql<{ id: string }>`
    select d.id from events e cross join deliveries d
    where e.id in (${sql.join(ids)})
      and d.id between 'dlv_' || substr(e.id, 5, 10) and 'dlv_' || substr(e.id, 5, 10) || 'Z'
      and d.organization_id = ${organizationId}
  `.execute(db)
  if (rows.length > 0) {
    const deliveryIds = rows.map(({ id }) => id)
    await db.deleteFrom('delivery_attempts').where('delivery_id', 'in', deliveryIds).execute()
    await db.deleteFrom('deliveries').where('id', 'in', deliveryIds).execute()
  }
  await db.deleteFrom('events').where('id', 'in', ids).execute()
  return events.length < maxEvents ? Math.min(events.length * rowsOfOne, maximum - 1) : maximum
}
