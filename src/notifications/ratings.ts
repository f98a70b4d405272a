import { hourMs, minuteMs } from '../kit/clock.ts'
import type { Outgoing } from '../mail/mail.ts'
import type { Base, Transaction } from '../storage/database.ts'
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
      const listed = await Promise.all(
        bad.slice(0, mostListed).map(async ({ conversationId, codeName, turn, comment }) => ({
          conversationId,
          codeName,
          question: await ratings.questionBefore(tx.db, conversationId, turn),
          comment: comment ?? '',
        })),
      )
      await ratings.markMailed(tx.db, member.memberId, clock.now())
      await mail.enqueue(tx, {
        kind: 'badRatings',
        recipient: member.email,
        data: {
          organizationName: member.organizationName,
          ratings: listed,
          others: bad.length - listed.length,
          reader: readerOf(member, { kind: 'bad_rating', since: due.since }),
        },
      })
    })
  },
})

export type Ratings = ReturnType<typeof createRatings>
export type RatedDown = Ratings['note']
