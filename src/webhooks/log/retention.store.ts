import { lowestId, madeAt } from '../../kit/ids.ts'
import { countDeleted, type Db } from '../../storage/database.ts'

/** Deletes finished deliveries with their attempts, in small steps. */
export const deleteOldDeliveries = async (
  db: Db,
  before: number,
  most: number,
): Promise<number> => {
  const old = db
    .selectFrom('deliveries')
    .select('id')
    .where('id', '<', lowestId('dlv', before))
    .where('due_at', 'is', null)
    .orderBy('id')
    .limit(most)
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
export const deleteOldEvents = async (db: Db, before: number, most: number): Promise<number> => {
  const oldest = await db
    .selectFrom('deliveries')
    .select('id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const neededFrom = oldest ? Math.min(before, madeAt(oldest.id)) : before
  const old = db
    .selectFrom('events')
    .select('id')
    .where('id', '<', lowestId('evt', neededFrom))
    .orderBy('id')
    .limit(most)
  return await countDeleted(db.deleteFrom('events').where('id', 'in', old))
}
