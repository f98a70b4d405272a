import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import { prepare } from '../../platform/store/prepared.ts'
import type { Tables } from '../../platform/store/tables.ts'

/** A long message has its question at the beginning, and every character costs time. */
export const readCharacters = 500

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
      vector_model: null,
      asked_at: value('now'),
    })
    .onConflict((conflict) => conflict.column('answer_id').doNothing()),
)

/** The beginning of the question of an answer; null when there is none. */
export const findText = async (
  db: Db,
  question: Pick<NewQuestion, 'answerId' | 'conversationId'>,
) => {
  const [asked] = await findAsked(db, question)
  if (!asked) return null
  const message = await db
    .selectFrom('messages')
    .select(sql<string>`substr(text, 1, ${sql.lit(readCharacters)})`.as('text'))
    .where('id', '=', asked.id)
    .where('conversation_id', '=', question.conversationId)
    .executeTakeFirst()
  return message?.text ?? null
}

/** Saves a question that an answer did not know. */
export const saveQuestion = async (db: Db, question: NewQuestion) => {
  const [asked] = await findAsked(db, question)
  if (asked) await insertAsked(db, { ...question, askedId: asked.id })
}

/** The beginning of each question, because more is not read. */
const texts = (db: Db) =>
  db
    .selectFrom('asked_questions')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.id', '=', 'asked_questions.asked_id')
        .onRef('messages.conversation_id', '=', 'asked_questions.conversation_id'),
    )
    .select([
      'answer_id',
      'vector',
      'vector_model',
      sql<string>`substr(messages.text, 1, ${sql.lit(readCharacters)})`.as('text'),
    ])

export type AskedText = Awaited<ReturnType<typeof listWaiting>>[number]

/** Questions that are not grouped yet, oldest first. */
export const listWaiting = async (db: Db, organizationId: string, maximum: number) =>
  await texts(db)
    .where('asked_questions.organization_id', '=', organizationId)
    .where('group_id', 'is', null)
    .orderBy('asked_at')
    .orderBy('answer_id')
    .limit(maximum)
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

/** An answered group takes no more: a question that comes again needs a better answer. */
const taking = ['open', 'dismissed'] as const

/** The newest groups that a new question may join, oldest first. */
export const listGroups = async (db: Db, organizationId: string, maximum: number) => {
  const newest = await db
    .selectFrom('question_groups')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('status', 'in', taking)
    .orderBy('id', 'desc')
    .limit(maximum)
    .execute()
  return newest.map(({ id }) => id).reverse()
}

/** The newest questions of a group. A group may have any number of them, so no other row is read. */
const newestOf = (db: Db, groupId: string, maximum: number) =>
  db
    .selectFrom((inner) =>
      inner
        .selectFrom('asked_questions')
        .select('answer_id')
        .where('group_id', '=', groupId)
        .orderBy('asked_at', 'desc')
        .orderBy('answer_id', 'desc')
        .limit(maximum)
        .as('newest'),
    )
    .select('newest.answer_id')

/** The newest questions of groups, at most `maximum` of each, oldest first. */
export const listGrouped = async (db: Db, groupIds: string[], maximum: number) => {
  const [first, ...others] = groupIds.map((id) => newestOf(db, id, maximum))
  if (!first) return []
  const newest = others.reduce((all, one) => all.unionAll(one), first)
  const rows = await texts(db)
    .select('group_id')
    .where('answer_id', 'in', newest)
    .orderBy('asked_at')
    .orderBy('answer_id')
    .execute()
  return rows.flatMap(({ group_id, ...text }) => (group_id === null ? [] : { ...text, group_id }))
}

/** Locks groups in an order that cannot deadlock. False when one of them takes no questions. */
export const lockGroups = async (db: Db, organizationId: string, ids: string[]) => {
  if (ids.length === 0) return true
  const found = await db
    .selectFrom('question_groups')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .where('status', 'in', taking)
    .orderBy('id')
    .forUpdate()
    .execute()
  return found.length === ids.length
}

/** Locks questions in an order that cannot deadlock. False when one of them is grouped or deleted. */
export const lockWaiting = async (db: Db, organizationId: string, answerIds: string[]) => {
  const found = await db
    .selectFrom('asked_questions')
    .select('answer_id')
    .where('organization_id', '=', organizationId)
    .where('answer_id', 'in', answerIds)
    .where('group_id', 'is', null)
    .orderBy('answer_id')
    .forUpdate()
    .execute()
  return found.length === answerIds.length
}

export const saveVector = async (
  db: Db,
  answerId: string,
  vector: Uint8Array,
  vector_model: string,
) => {
  await db
    .updateTable('asked_questions')
    .set({ vector, vector_model })
    .where('answer_id', '=', answerId)
    .execute()
}

export const insertGroups = async (db: Db, organizationId: string, ids: string[], now: number) => {
  if (ids.length === 0) return
  const blank = { status: 'open', code_ids: null, source_id: null, answered_at: null } as const
  const groups = ids.map((id) => ({
    ...blank,
    id,
    organization_id: organizationId,
    created_at: now,
  }))
  await db.insertInto('question_groups').values(groups).execute()
}

/** Puts questions into a group. */
export const place = async (db: Db, groupId: string, answerIds: string[]) => {
  await db
    .updateTable('asked_questions')
    .set({ group_id: groupId })
    .where('answer_id', 'in', answerIds)
    .execute()
}
