import type { Change } from '../../platform/context.ts'
import { invalidField } from '../../platform/http/problem.ts'
import type { Db } from '../../platform/store/database.ts'
import type { Rating } from '../conversations/visits.schema.ts'
import {
  type ConversationRow,
  listMessages,
  type MessageRow,
} from '../conversations/visits.store.ts'

/**
 * Rates one answer: the named one, or the last. The rating of a conversation is the worst of its
 * answers, so a good last answer does not hide a bad one. The caller holds the conversation's lock.
 * Returns what was rated as bad now and not before, or null.
 */
export const rateAnswer = async (
  { db }: Pick<Change, 'db'>,
  { id, rating }: ConversationRow,
  input: Rating,
): Promise<{ messageId: string | null } | null> => {
  const answers = (await listMessages(db, id)).filter(({ role }) => role !== 'visitor')
  const answer = answerOf(answers, input.message_id)
  // Nothing was answered yet, so the rating is about the conversation itself.
  if (!answer) {
    await saveOfConversation(db, id, rated(null, input))
    return isNewlyBad(rating, input) ? { messageId: null } : null
  }
  const now = { ...answer, ...rated(answer, input) }
  await saveOfAnswer(db, now)
  await saveOfConversation(db, id, worstOf(answers.map((one) => (one === answer ? now : one))))
  return isNewlyBad(answer.rating, input) ? { messageId: answer.id } : null
}

/** The page sends a bad rating again with its comment. */
const isNewlyBad = (before: Rated['rating'], { rating }: Rating): boolean =>
  rating === 'down' && before !== 'down'

type Rated = Pick<MessageRow, 'rating' | 'rating_comment'>

const answerOf = (answers: MessageRow[], id: string | undefined) => {
  // While an answer is running, the visitor has read the one before it.
  if (id === undefined) return answers.findLast(({ status }) => status !== 'running')
  const answer = answers.find((one) => one.id === id)
  if (answer) return answer
  throw invalidField('/message_id', 'unknown', 'This conversation has no answer with this id.')
}

/** The page sends the comment after the rating: pressing the same thumb again keeps it. */
const rated = (before: Rated | null, { rating, comment }: Rating): Rated => ({
  rating,
  rating_comment: comment ?? (before?.rating === rating ? before.rating_comment : null),
})

/** The newest comment on the worst rating is shown with the conversation. */
const worstOf = (answers: Rated[]): Rated => {
  const rating = (['down', 'up'] as const).find((one) => answers.some((it) => it.rating === one))
  const comments = answers.filter((one) => one.rating === rating && one.rating_comment !== null)
  return { rating: rating ?? null, rating_comment: comments.at(-1)?.rating_comment ?? null }
}

const saveOfConversation = async (db: Db, id: string, { rating, rating_comment }: Rated) => {
  await db
    .updateTable('conversations')
    .set({ rating, rating_comment })
    .where('id', '=', id)
    .execute()
}

/** A bad rating means that the question is still open. Taken back, the reported outcome counts. */
const saveOfAnswer = async (db: Db, answer: MessageRow) => {
  const { id, conversation_id, status, rating, rating_comment, outcome_reported } = answer
  const outcome = rating === 'down' ? 'unknown' : outcome_reported
  await db
    .updateTable('messages')
    // A failed answer says nothing about what the assistant knows.
    .set({ rating, rating_comment, ...(status !== 'failed' && { outcome }) })
    .where('id', '=', id)
    .where('conversation_id', '=', conversation_id)
    .execute()
}
