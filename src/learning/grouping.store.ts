import type { Db } from '../storage/database.ts'
import { prepare } from '../storage/prepared.ts'
import type { Tables } from '../storage/tables.ts'

export type GroupRow = Tables['question_groups']

export interface NewQuestion {
  answerId: string
  conversationId: string
  organizationId: string
  now: number
}

/** The last message of the visitor: a retried answer has no message of its own. */
const findAsked = prepare<Pick<NewQuestion, 'answerId' | 'conversationId'>, { id: string }>(
  (value, db) =>
    db
      .selectFrom('messages')
      .select('id')
      .where('conversation_id', '=', value('conversationId'))
      .where('role', '=', 'visitor')
      .where('turn', '<=', (row) =>
        row
          .selectFrom('messages as answer')
          .select('answer.turn')
          .where('answer.id', '=', value('answerId'))
          .where('answer.conversation_id', '=', value('conversationId'))
          // A message of the owner is rated too, but it is not an answer that did not know.
          .where('answer.role', '=', 'assistant'),
      )
      .orderBy('turn', 'desc')
      .limit(1),
)

const insertAsked = prepare<NewQuestion & { askedId: string }, unknown>((value, db) =>
  db
    .insertInto('asked_questions')
    .values({
      answer_id: value('answerId'),
      asked_id: value('askedId'),
      conversation_id: value('conversationId'),
      organization_id: value('organizationId'),
      group_id: null,
      vector: null,
      asked_at: value('now'),
    })
    .onConflict((conflict) => conflict.column('answer_id').doNothing()),
)

/** Keeps a question that an answer did not know. */
export const note = async (db: Db, question: NewQuestion) => {
  const [asked] = await findAsked(db, question)
  if (asked) await insertAsked(db, { ...question, askedId: asked.id })
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
