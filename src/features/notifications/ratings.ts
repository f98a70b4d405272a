import type { Change, Context } from '../../platform/context.ts'
import { hourMs, minuteMs } from '../../platform/kit/clock.ts'
import { enqueueMail, type MailKinds } from '../../platform/mail/mail.ts'
import { settleDue } from '../../platform/store/due.ts'
import * as store from './notifications.store.ts'
import { isReceived, readerOf } from './notifications.ts'
import type { QuotedRatings } from './ratings.mail.ts'
import * as ratings from './ratings.store.ts'

/** The page asks for a comment after a bad rating, so the mail waits for it. */
const commentMs = 5 * minuteMs
/** A wave of bad ratings is one mail. */
const betweenMs = hourMs
const maxListed = 10
/** Ratings beyond this number are not even counted: the mail leads to the whole list. */
const maxWaiting = 100

/** Adds a bad rating to the next mail of the members who chose it, in the transaction of the rating. */
export const collectBadRating = async (
  change: Change<unknown>,
  { organizationId, ...rating }: { organizationId: string } & ratings.BadRating,
) => {
  const { db } = change
  const now = change.now()
  for (const { member_id, sent_at } of await store.ratingReaders(db, organizationId)) {
    await ratings.addRating(db, member_id, rating, { now, max: maxWaiting })
    const at = Math.max(now + commentMs, (sent_at ?? 0) + betweenMs)
    await ratings.scheduleMail(db, member_id, at)
  }
}

/** Sends the collected ratings of a member. */
export const mailRatings = async (change: Change<null>, due: store.ChoiceRow) => {
  const { db } = change
  if (!(await settleDue(db, store.queue, due, { due_at: null }))) return
  const member = await store.findReader(db, due.member_id)
  if (!member) return
  const isWanted = isReceived(due.kind, member.role, due.value)
  const bad = await ratings.listBad(db, member.memberId, member.organizationId)
  await ratings.dropRatings(db, member.memberId)
  if (!isWanted || bad.length === 0) return
  const rated = bad.slice(0, maxListed)
  await ratings.markMailed(db, member.memberId, change.now())
  await enqueueMail(change, {
    kind: 'badRatings',
    recipient: member.email,
    data: {
      organizationName: member.organizationName,
      rated: rated.map(({ conversationId, messageId }) => ({ conversationId, messageId })),
      others: bad.length - rated.length,
      reader: readerOf(member, { kind: 'bad_rating', since: due.since }),
    },
  })
}

/**
 * Reads the words of the visitors when the mail is sent: a conversation that was deleted while the
 * mail waited must not be in it, nor stay in the queue. Null when no rating is bad any more.
 */
export const quoteRatings = async (
  { db }: Pick<Context, 'db'>,
  { rated, others, reader }: MailKinds['badRatings'],
): Promise<QuotedRatings | null> => {
  const quoted: QuotedRatings['ratings'] = []
  for (const one of rated) {
    const bad = await ratings.findBad(db, one, reader.organizationId)
    if (!bad) continue
    const { conversationId, codeName, turn, comment } = bad
    const question = await ratings.questionBefore(db, conversationId, turn)
    quoted.push({ conversationId, codeName, question, comment: comment ?? '' })
  }
  return quoted.length + others > 0 ? { ratings: quoted } : null
}
