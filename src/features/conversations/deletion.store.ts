import { sql } from 'kysely'
import {
  countDeleted,
  type Database,
  type Db,
  type Transaction,
} from '../../platform/store/database.ts'
import { isEmpty, messagesTable, type Partition } from '../../platform/store/partitions/months.ts'
import { dropOldMonths } from '../../platform/store/partitions/old.ts'
import { isIn, type KnownCode } from '../codes/stays.store.ts'

/** Deleting a conversation also deletes its messages. This is the usual number of rows. */
const rowsOfOne = 20

/**
 * Deletes about `maximum` rows of the conversations of a deleted code. A smaller result means that no
 * rows remain.
 */
export const deleteConversations = async (
  { db }: Transaction,
  { id, organizationId, stay }: KnownCode,
  maximum: number,
): Promise<number> => {
  const maxConversations = Math.ceil(maximum / rowsOfOne)
  const all = db.selectFrom('conversations').select('id').where('code_id', '=', id)
  const own = all.where(isIn('conversations', organizationId))
  const parts = stay
    ? [
        own.where('started_at', 'is', null),
        own.where('started_at', '>=', stay.since).where('started_at', '<', stay.until),
      ]
    : [all]
  let deleted = 0
  for (const part of parts) {
    const some = part.limit(maxConversations - deleted)
    deleted += await countDeleted(db.deleteFrom('conversations').where('id', 'in', some))
    if (deleted >= maxConversations) return maximum
  }
  return Math.min(deleted * rowsOfOne, maximum - 1)
}

/**
 * Deletes the daily token counts of a deleted code. A result below `maximum` means that no rows
 * remain.
 */
export const deleteCodeDays = async ({ db }: Transaction, codeId: string, maximum: number) => {
  const some = db.selectFrom('code_days').select('day').where('code_id', '=', codeId)
  return await countDeleted(
    db
      .deleteFrom('code_days')
      .where('code_id', '=', codeId)
      .where('day', 'in', some.orderBy('day').limit(maximum)),
  )
}

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
