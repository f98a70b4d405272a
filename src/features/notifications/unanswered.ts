import { type Selectable, sql } from 'kysely'
import type { Change, Context, Facts } from '../../platform/context.ts'
import { minuteMs } from '../../platform/kit/clock.ts'
import { enqueueMail, type MailKinds } from '../../platform/mail/mail.ts'
import type { Db } from '../../platform/store/database.ts'
import { type Queue, settleDue } from '../../platform/store/due.ts'
import { countUpTo } from '../../platform/store/keyset.ts'
import type { Tables } from '../../platform/store/tables.ts'
import { codeField, hasCode } from '../codes/stays.store.ts'
import { recipientsOf } from './notifications.ts'
import type { QuotedQuestions } from './unanswered.mail.ts'

/** A visitor who gets no answer often asks again in other words. */
const collectMs = 2 * minuteMs
/** Between two mails of an organization, however many questions there are. */
const betweenMs = 15 * minuteMs
const maxListed = 10
/** More are not counted: the mail leads to the whole list. */
const maxCounted = 100

/** Schedules the mail about a question without an answer, in the transaction of the answer. */
export const collectUnanswered = async (
  change: Change<unknown>,
  { organizationId, outcome }: Facts['turnEnded'],
) => {
  const { db } = change
  if (outcome !== 'unknown' || !(await hasReader(db, organizationId))) return
  await scheduleNotice(db, organizationId, { now: change.now(), collectMs, betweenMs })
}

/** Sends one mail about all questions since the last one to each member who chose it. */
export const mailUnanswered = async (change: Change<null>, due: NoticeRow) => {
  const { db } = change
  const { organization_id: organizationId, asked_from: from } = due
  const done = { due_at: null, asked_from: null }
  if (!(await settleDue(db, noticeQueue, due, done)) || from === null) return
  const window = { from, until: change.now() }
  const recipients = await recipientsOf(change, organizationId, 'unanswered_question')
  if (recipients.length === 0) return
  if ((await countOpenQuestions(db, organizationId, window, 1)) === 0) return
  await markNoticeMailed(db, organizationId, window.until)
  for (const { email, organizationName, reader } of recipients) {
    await enqueueMail(change, {
      kind: 'unansweredQuestions',
      recipient: email,
      data: { organizationName, ...window, reader },
    })
  }
}

/**
 * Reads the words of the visitors when the mail is sent: a conversation that was deleted while the
 * mail waited must not be in it, nor stay in the queue. Null when no question is open any more.
 */
export const quoteUnanswered = async (
  { db }: Pick<Context, 'db'>,
  { reader, from, until }: MailKinds['unansweredQuestions'],
): Promise<QuotedQuestions | null> => {
  const { organizationId } = reader
  const questions = await listOpenQuestions(db, organizationId, { from, until }, maxListed)
  if (questions.length === 0) return null
  const count = await countOpenQuestions(db, organizationId, { from, until }, maxCounted + 1)
  return { questions, count: Math.min(count, maxCounted), isMore: count > maxCounted }
}

type NoticeRow = Selectable<Tables['question_notices']>

interface Window {
  from: number
  until: number
}

export const noticeQueue: Queue<'question_notices'> = {
  table: 'question_notices',
  keys: ['organization_id'],
  at: 'due_at',
}

const hasReader = async (db: Db, organizationId: string): Promise<boolean> => {
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
const scheduleNotice = async (
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

const markNoticeMailed = async (db: Db, organizationId: string, now: number) => {
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

const countOpenQuestions = (db: Db, organizationId: string, window: Window, max: number) =>
  countUpTo(db, openQuestions(db, organizationId, window).select('q.answer_id').limit(max))

const quotedCharacters = 300

/** The newest first, with the words of the visitors. */
const listOpenQuestions = async (db: Db, organizationId: string, window: Window, max: number) => {
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
