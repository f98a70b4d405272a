import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import type { Queue } from '../../platform/store/due.ts'
import { countUpTo } from '../../platform/store/keyset.ts'
import type { Tables } from '../../platform/store/tables.ts'
import { codeField, hasCode } from '../codes/stays.store.ts'

export type NoticeRow = Selectable<Tables['question_notices']>

export interface Window {
  from: number
  until: number
}

export const queue: Queue<'question_notices'> = {
  table: 'question_notices',
  keys: ['organization_id'],
  at: 'due_at',
}

export const hasReader = async (db: Db, organizationId: string): Promise<boolean> => {
  const reader = await db
    .selectFrom('member_notifications')
    .select('member_id')
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'unanswered_question')
    .where('value', '=', 'on')
    .limit(1)
    .executeTakeFirst()
  return reader !== undefined
}

/**
 * Schedules the mail of an organization, unless one is scheduled. Always writes the row: a sender
 * that reads the questions at this moment must come before or after, or the question would be left
 * behind.
 */
export const schedule = async (
  db: Db,
  organizationId: string,
  { now, collectMs, betweenMs }: { now: number; collectMs: number; betweenMs: number },
) => {
  await db
    .insertInto('question_notices')
    .values({
      organization_id: organizationId,
      asked_from: now,
      due_at: now + collectMs,
      sent_at: null,
    })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet({
        asked_from: sql`coalesce(question_notices.asked_from, excluded.asked_from)`,
        due_at: sql`coalesce(
          question_notices.due_at,
          case when question_notices.sent_at + ${sql.lit(betweenMs)} > excluded.due_at
            then question_notices.sent_at + ${sql.lit(betweenMs)} else excluded.due_at end
        )`,
      }),
    )
    .execute()
}

/** Ends a claim. False when the lease has ended and another process has claimed the row. */
export const settle = async (
  db: Db,
  { organization_id, due_at: leaseUntil }: NoticeRow,
): Promise<boolean> => {
  const settled = await db
    .updateTable('question_notices')
    .set({ due_at: null, asked_from: null })
    .where('organization_id', '=', organization_id)
    .where('due_at', '=', leaseUntil)
    .returning('organization_id')
    .executeTakeFirst()
  return settled !== undefined
}

export const markMailed = async (db: Db, organizationId: string, now: number) => {
  await db
    .updateTable('question_notices')
    .set({ sent_at: now })
    .where('organization_id', '=', organizationId)
    .execute()
}

/** The questions of a window that are still open. A bad rating is not among them. */
const openQuestions = (db: Db, organizationId: string, { from, until }: Window) =>
  db
    .selectFrom('asked_questions as q')
    .innerJoin('messages as answer', (join) =>
      join
        .onRef('answer.id', '=', 'q.answer_id')
        .onRef('answer.conversation_id', '=', 'q.conversation_id'),
    )
    .innerJoin('conversations as c', 'c.id', 'q.conversation_id')
    .leftJoin('question_groups as g', 'g.id', 'q.group_id')
    .where('q.organization_id', '=', organizationId)
    .where('q.asked_at', '>=', from)
    .where('q.asked_at', '<=', until)
    .where('c.organization_id', '=', organizationId)
    .where(hasCode('c'))
    .where('answer.outcome_reported', '=', 'unknown')
    .where((row) => row.or([row('g.status', 'is', null), row('g.status', '=', 'open')]))

export const countOpen = (db: Db, organizationId: string, window: Window, max: number) =>
  countUpTo(db, openQuestions(db, organizationId, window).select('q.answer_id').limit(max))

const quotedCharacters = 300

/** The newest first, with the words of the visitors. */
export const listOpen = async (db: Db, organizationId: string, window: Window, max: number) => {
  const rows = await openQuestions(db, organizationId, window)
    .innerJoin('messages as asked', (join) =>
      join
        .onRef('asked.id', '=', 'q.asked_id')
        .onRef('asked.conversation_id', '=', 'q.conversation_id'),
    )
    .select([
      'q.conversation_id as conversationId',
      codeField('c', 'name').as('codeName'),
      sql<string>`substr(asked.text, 1, ${sql.lit(quotedCharacters)})`.as('question'),
    ])
    .orderBy('q.asked_at', 'desc')
    .orderBy('q.answer_id', 'desc')
    .limit(max)
    .execute()
  // A text that the query cut may end in the middle of a character.
  return rows.map((row) => ({ ...row, question: row.question.toWellFormed() }))
}
