import type { Transaction } from '../../storage/database.ts'

/** What was said goes with a conversation: as many rows as one has, as a rule. */
const rowsOfOne = 20

/** About so many rows of the conversations of a code that is gone; fewer: there are no more. */
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
  const { numDeletedRows } = await db
    .deleteFrom('conversations')
    .where('id', 'in', some)
    .executeTakeFirst()
  const deleted = Number(numDeletedRows)
  return deleted < mostConversations ? Math.min(deleted * rowsOfOne, most - 1) : most
}

/** What the answers of a code used; the same promise. */
export const deleteCodeDays = async ({ db }: Transaction, codeId: string, most: number) => {
  const some = db.selectFrom('code_days').select('day').where('code_id', '=', codeId)
  const { numDeletedRows } = await db
    .deleteFrom('code_days')
    .where('code_id', '=', codeId)
    .where('day', 'in', some.orderBy('day').limit(most))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** A conversation in the order of a code's conversations. */
export interface ConversationPlace {
  /** Null: among those that have not started, which come first. */
  startedAt: number | null
  id: string
}

/** The next conversations of a code that has moved. Null: there are no more. */
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
    await db
      .updateTable('conversations')
      .set({ organization_id: to })
      .where(
        'id',
        'in',
        left.map((row) => row.id),
      )
      .execute()
  }
  const last = next.at(-1)
  if (last && next.length === most) {
    return { rows: next.length, after: { startedAt: last.started_at, id: last.id } }
  }
  // One that starts from now on names its code's organization already.
  if (startedAt === null) return { rows: next.length, after: { startedAt: 0, id: '' } }
  return { rows: next.length, after: null }
}
