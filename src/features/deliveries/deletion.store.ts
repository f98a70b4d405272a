import { sql } from 'kysely'
import type { Transaction } from '../../platform/store/database.ts'

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
