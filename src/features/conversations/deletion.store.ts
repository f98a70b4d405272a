import { countDeleted, type Transaction } from '../../platform/store/database.ts'
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
