import type { Change, Context, Facts } from '../../platform/context.ts'

import { minuteMs } from '../../platform/kit/clock.ts'
import { enqueueMail, type MailKinds } from '../../platform/mail/mail.ts'
import { recipientsOf } from './notifications.ts'
import type { QuotedQuestions } from './unanswered.mail.ts'
import * as store from './unanswered.store.ts'

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
  if (outcome !== 'unknown' || !(await store.hasReader(db, organizationId))) return
  await store.schedule(db, organizationId, { now: change.now(), collectMs, betweenMs })
}

/** Sends one mail about all questions since the last one to each member who chose it. */
export const mailUnanswered = async (change: Change<null>, due: store.NoticeRow) => {
  const { db } = change
  const { organization_id: organizationId, asked_from: from } = due
  if (!(await store.settle(db, due)) || from === null) return
  const window = { from, until: change.now() }
  const recipients = await recipientsOf(change, organizationId, 'unanswered_question')
  if (recipients.length === 0) return
  if ((await store.countOpen(db, organizationId, window, 1)) === 0) return
  await store.markMailed(db, organizationId, window.until)
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
  const questions = await store.listOpen(db, organizationId, { from, until }, maxListed)
  if (questions.length === 0) return null
  const count = await store.countOpen(db, organizationId, { from, until }, maxCounted + 1)
  return { questions, count: Math.min(count, maxCounted), isMore: count > maxCounted }
}
