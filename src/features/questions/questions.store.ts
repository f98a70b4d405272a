import { dayMs } from '../../platform/kit/clock.ts'
import { isMade, lowestId, madeAt } from '../../platform/kit/ids.ts'
import type { Db } from '../../platform/store/database.ts'
import { hasCode } from '../codes/stays.store.ts'
import type { ReachableIds } from '../organizations/access.ts'
import type { GroupRow } from './grouping.store.ts'

/** Finds a group in the organizations that the caller reaches. */
export const find = async (
  db: Db,
  reachable: ReachableIds,
  id: string,
  { isLocking = false } = {},
): Promise<GroupRow | undefined> => {
  const row = db
    .selectFrom('question_groups')
    .selectAll()
    .where('organization_id', 'in', reachable)
    .where('id', '=', id)
  return await (isLocking ? row.forUpdate() : row).executeTakeFirst()
}

export const save = async (
  db: Db,
  { id, organization_id, status, code_ids, source_id, answered_at }: GroupRow,
) => {
  await db
    .updateTable('question_groups')
    .set({ status, code_ids, source_id, answered_at })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
}

/** Moves the questions of groups into another one and deletes the groups. */
export const mergeInto = async (
  db: Db,
  { id, organization_id }: GroupRow,
  others: string[],
): Promise<void> => {
  await db
    .updateTable('asked_questions')
    .set({ group_id: id })
    .where('group_id', 'in', others)
    .execute()
  await db
    .deleteFrom('question_groups')
    .where('organization_id', '=', organization_id)
    .where('id', 'in', others)
    .execute()
}

/**
 * The open conversations with a question of the group, at these codes or at any, in an order that
 * cannot deadlock.
 */
export const listOpen = async (
  db: Db,
  { id, organization_id }: GroupRow,
  codeIds: string[] | null,
  maximum: number,
): Promise<string[]> => {
  if (codeIds?.length === 0) return []
  const open = db
    .selectFrom('asked_questions')
    .innerJoin('conversations', 'conversations.id', 'asked_questions.conversation_id')
    .select('conversations.id')
    .distinct()
    .where('group_id', '=', id)
    .where('conversations.organization_id', '=', organization_id)
    .where('conversations.status', '=', 'open')
    .orderBy('conversations.id')
    .limit(maximum)
  const rows = await (codeIds === null
    ? open
    : open.where('conversations.code_id', 'in', codeIds)
  ).execute()
  return rows.map((row) => row.id)
}

const answerWithId = (db: Db, reachable: ReachableIds, messageId: string) =>
  db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select([
      'messages.id',
      'messages.created_at',
      'messages.status',
      'conversations.id as conversation_id',
      'conversations.organization_id',
    ])
    .where('conversations.organization_id', 'in', reachable)
    .where(hasCode('conversations'))
    .where('messages.id', '=', messageId)
    .where('messages.role', '=', 'assistant')

/**
 * An answer of a model, with the organization of its conversation. Nearly always its conversation began on
 * the same day, so that PostgreSQL looks in one partition; the others are looked up in all of them.
 */
export const findAnswer = async (db: Db, reachable: ReachableIds, messageId: string) => {
  const answer = answerWithId(db, reachable, messageId)
  const at = isMade(messageId) ? madeAt(messageId) : 0
  return (
    (await answer
      .where('messages.conversation_id', '>=', lowestId('conv', at - dayMs))
      .where('messages.conversation_id', '<', lowestId('conv', at + dayMs))
      .executeTakeFirst()) ?? (await answer.executeTakeFirst())
  )
}

export const markUnknown = async (db: Db, messageId: string, conversationId: string) => {
  await db
    .updateTable('messages')
    .set({ outcome: 'unknown', outcome_reported: 'unknown' })
    .where('id', '=', messageId)
    .where('conversation_id', '=', conversationId)
    .execute()
}

export const groupOf = async (db: Db, messageId: string): Promise<string | null> => {
  const row = await db
    .selectFrom('asked_questions')
    .select('group_id')
    .where('answer_id', '=', messageId)
    .executeTakeFirst()
  return row?.group_id ?? null
}

/** The given codes that belong to the organization. */
export const knownCodes = async (db: Db, organizationId: string, ids: string[]) => {
  if (ids.length === 0) return new Set<string>()
  const rows = await db
    .selectFrom('codes')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
