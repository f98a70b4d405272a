import type { Db } from '../storage/database.ts'
import type { Tables } from '../storage/tables.ts'

export type GroupRow = Tables['question_groups']

export interface NewQuestion {
  answerId: string
  conversationId: string
  organizationId: string
  now: number
}

/**
 * Keeps a question that an answer did not know. The last message of the visitor is the question: a
 * retried answer has no message of its own.
 */
export const note = async (db: Db, question: NewQuestion) => {
  const { answerId, conversationId, organizationId, now } = question
  const asked = await db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('role', '=', 'visitor')
    .where('turn', '<=', (row) =>
      row
        .selectFrom('messages as answer')
        .select('answer.turn')
        .where('answer.id', '=', answerId)
        .where('answer.conversation_id', '=', conversationId)
        // A message of the owner is rated too, but it is not an answer that did not know.
        .where('answer.role', '=', 'assistant'),
    )
    .orderBy('turn', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!asked) return
  await db
    .insertInto('asked_questions')
    .values({
      answer_id: answerId,
      asked_id: asked.id,
      conversation_id: conversationId,
      organization_id: organizationId,
      group_id: null,
      vector: null,
      asked_at: now,
    })
    .onConflict((conflict) => conflict.column('answer_id').doNothing())
    .execute()
}

const texts = (db: Db) =>
  db
    .selectFrom('asked_questions')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.id', '=', 'asked_questions.asked_id')
        .onRef('messages.conversation_id', '=', 'asked_questions.conversation_id'),
    )
    .select(['answer_id', 'group_id', 'messages.text', 'vector'])

export type AskedText = Awaited<ReturnType<typeof listWaiting>>[number]

/** Questions that are not grouped yet, oldest first. */
export const listWaiting = async (db: Db, organizationId: string, most: number) =>
  await texts(db)
    .where('asked_questions.organization_id', '=', organizationId)
    .where('group_id', 'is', null)
    .orderBy('asked_at')
    .orderBy('answer_id')
    .limit(most)
    .execute()

export const isWaiting = async (db: Db, organizationId: string): Promise<boolean> => {
  const waiting = await db
    .selectFrom('asked_questions')
    .select('answer_id')
    .where('organization_id', '=', organizationId)
    .where('group_id', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return waiting !== undefined
}

/**
 * The newest questions that a new one may be like, oldest first. An answered group takes no more: a
 * question that comes again needs a better answer.
 */
export const listGrouped = async (db: Db, organizationId: string, most: number) => {
  const newest = await texts(db)
    .innerJoin('question_groups', 'question_groups.id', 'asked_questions.group_id')
    .where('question_groups.organization_id', '=', organizationId)
    .where('question_groups.status', 'in', ['open', 'dismissed'])
    .orderBy('asked_at', 'desc')
    .orderBy('answer_id', 'desc')
    .limit(most)
    .execute()
  return newest.reverse()
}

export const saveVector = async (db: Db, answerId: string, vector: Uint8Array) => {
  await db
    .updateTable('asked_questions')
    .set({ vector })
    .where('answer_id', '=', answerId)
    .execute()
}

export const insertGroup = async (db: Db, row: GroupRow) => {
  await db.insertInto('question_groups').values(row).execute()
}

export const place = async (db: Db, groupId: string, answerIds: string[]) => {
  await db
    .updateTable('asked_questions')
    .set({ group_id: groupId })
    .where('answer_id', 'in', answerIds)
    .execute()
}
