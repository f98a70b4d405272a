import { sql } from 'kysely'
import type { Database, Db } from '../../platform/store/database.ts'
import { isEmpty, messagesTable, type Partition } from '../../platform/store/partitions/months.ts'
import { dropOldMonths } from '../../platform/store/partitions/old.ts'

/**
 * The messages of whole months at once, on PostgreSQL, when all conversations of these months ended
 * before an instant. The conversations follow in small steps. Null: months without any message.
 */
export const dropMessageMonths = (database: Database, before: number | null, now: number) =>
  dropOldMonths(database, {
    table: messagesTable,
    before: before ?? now,
    isKept: async (db, partition) =>
      !(await isEmpty(db, partition)) &&
      (before === null || (await isAnyLater(db, partition, before))),
    isStillKept: async (db, partition) => before === null && !(await isEmpty(db, partition)),
  })

/** Whether a conversation is open or ended later. Those without a message do not matter. */
const isAnyLater = async (db: Db, { from, until }: Partition, before: number): Promise<boolean> => {
  const later = await db
    .selectFrom('conversations')
    .select('id')
    .where('id', '>=', from ?? '')
    .where('id', '<', until ?? '')
    .where((row) => row.or([row('ended_at', 'is', null), row('ended_at', '>=', before)]))
    .where(sql<boolean>`exists (
      select 1 from messages where messages.conversation_id = conversations.id
    )`)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}
