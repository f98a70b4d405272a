import { hourMs, minuteMs } from '../../platform/kit/clock.ts'
import type { MailKinds, MailQuotes, Outgoing } from '../../platform/mail/mail.ts'
import type { Base, Transaction } from '../../platform/store/database.ts'
import * as store from './notifications.store.ts'
import { isReceived, readerOf } from './notifications.ts'
import * as ratings from './ratings.store.ts'

/** The page asks for a comment after a bad rating, so the mail waits for it. */
const commentMs = 5 * minuteMs
/** A wave of bad ratings is one mail. */
const betweenMs = hourMs
const mostListed = 10
/** Ratings beyond this number are not even counted: the mail leads to the whole list. */
const mostWaiting = 100

interface RatingsOptions extends Base {
  mail: Outgoing
}

/** Collects bad ratings and sends them to the members who chose it. */
export const createRatings = ({ database, clock, mail }: RatingsOptions) => ({
  /** Called in the transaction of the rating. */
  async note(tx: Transaction, organizationId: string, rating: ratings.BadRating) {
    const now = clock.now()
    for (const { member_id, sent_at } of await store.ratingReaders(tx.db, organizationId)) {
      await ratings.addRating(tx.db, member_id, rating, { now, most: mostWaiting })
      const at = Math.max(now + commentMs, (sent_at ?? 0) + betweenMs)
      await ratings.scheduleMail(tx.db, member_id, at)
    }
  },

  /** Sends the collected ratings of a member, in one transaction. */
  async send(due: store.ChoiceRow) {
    await database.transaction(async (tx) => {
      if (!(await store.moveDue(tx.db, due, null))) return
      const member = await store.findMember(tx.db, due.member_id)
      if (!member) return
      const isWanted = isReceived(due.kind, member.role, due.value)
      const bad = await ratings.listBad(tx.db, member.memberId, member.organizationId)
      await ratings.dropRatings(tx.db, member.memberId)
      if (!isWanted || bad.length === 0) return
      const rated = bad.slice(0, mostListed)
      await ratings.markMailed(tx.db, member.memberId, clock.now())
      await mail.enqueue(tx, {
        kind: 'badRatings',
        recipient: member.email,
        data: {
          organizationName: member.organizationName,
          rated: rated.map(({ conversationId, messageId }) => ({ conversationId, messageId })),
          others: bad.length - rated.length,
          reader: readerOf(member, { kind: 'bad_rating', since: due.since }),
        },
      })
    })
  },

  /** For the mail when it is sent: what the visitors said, of the ratings that are still bad. */
  async quote({ rated, others, reader }: MailKinds['badRatings']) {
    const { db } = database
    const quoted: MailQuotes['badRatings']['ratings'] = []
    for (const one of rated) {
      const bad = await ratings.findBad(db, one, reader.organizationId)
      if (!bad) continue
      const { conversationId, codeName, turn, comment } = bad
      const question = await ratings.questionBefore(db, conversationId, turn)
      quoted.push({ conversationId, codeName, question, comment: comment ?? '' })
    }
    return quoted.length + others > 0 ? { ratings: quoted } : null
  },
})

export type Ratings = ReturnType<typeof createRatings>
export type RatedDown = Ratings['note']
