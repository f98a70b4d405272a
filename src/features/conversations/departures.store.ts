import { countDeleted, type Transaction } from '../../platform/store/database.ts'

/** Deleting a conversation also deletes its messages. This is the usual number of rows. */
const rowsOfOne = 20

/**
 * Deletes about `most` rows of the conversations of a deleted code. A smaller result means that no
 * rows remain.
 */
export const deleteConversations = async (
  { db }: Transaction,
  codeId: string,
  most: number,
): Promise<number> => {
  const mostConversations = Math.ceil(most / rowsOfOne)
  const some = db
    .selectFrom('conversations')
    .select('id')
    .where('code_id', '=', codeId)
    .limit(mostConversations)
  const deleted = await countDeleted(db.deleteFrom('conversations').where('id', 'in', some))
  return deleted < mostConversations ? Math.min(deleted * rowsOfOne, most - 1) : most
}

/**
 * Deletes the daily token counts of a deleted code. A result below `most` means that no rows
 * remain.
 */
export const deleteCodeDays = async ({ db }: Transaction, codeId: string, most: number) => {
  const some = db.selectFrom('code_days').select('day').where('code_id', '=', codeId)
  return await countDeleted(
    db
      .deleteFrom('code_days')
      .where('code_id', '=', codeId)
      .where('day', 'in', some.orderBy('day').limit(most)),
  )
}

/** The position of a conversation in the order in which the conversations of a code are moved. */
export interface ConversationPlace {
  /** Null for conversations that have not started; they come first. */
  startedAt: number | null
  id: string
}

/** Moves the next conversations of a moved code. `after` is null when none remain. */
export const moveConversations = async (
  { db }: Transaction,
  codeId: string,
  to: string,
  after: ConversationPlace,
  most: number,
): Promise<{ rows: number; after: ConversationPlace | null }> => {
  const ofCode = db
    .selectFrom('conversations')
    .select(['id', 'started_at', 'organization_id'])
    .where('code_id', '=', codeId)
    .orderBy('started_at')
    .orderBy('id')
    .limit(most)
  const { startedAt, id } = after
  const next =
    startedAt === null
      ? await ofCode.where('started_at', 'is', null).where('id', '>', id).execute()
      : await ofCode
          .where('started_at', '>=', startedAt)
          .where((row) => row.or([row('started_at', '>', startedAt), row('id', '>', id)]))
          .execute()
  const left = next.filter(({ organization_id }) => organization_id !== to)
  if (left.length > 0) {
    const ids = left.map((row) => row.id)
    await db
      .updateTable('conversations')
      .set({ organization_id: to })
      .where('id', 'in', ids)
      .execute()
    // The questions of the conversations are grouped anew, with those of the new organization.
    await db
      .updateTable('asked_questions')
      .set({ organization_id: to, group_id: null })
      .where('conversation_id', 'in', ids)
      .execute()
  }
  const last = next.at(-1)
  if (last && next.length === most) {
    return { rows: next.length, after: { startedAt: last.started_at, id: last.id } }
  }
  // Conversations that start from now on already have the code's new organization.
  if (startedAt === null) return { rows: next.length, after: { startedAt: 0, id: '' } }
  return { rows: next.length, after: null }
}
