import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import { countUpTo } from '../../platform/store/keyset.ts'
import { codeField, hasCode } from '../codes/stays.store.ts'

export interface BadRating {
  conversationId: string
  /** Null for a rating of the conversation as a whole. */
  messageId: string | null
}

/** Adds a rating to the next mail of a member. Beyond the maximum it is not even counted. */
export const addRating = async (
  db: Db,
  memberId: string,
  { conversationId, messageId }: BadRating,
  { now, max }: { now: number; max: number },
) => {
  const waiting = db
    .selectFrom('pending_ratings')
    .select('member_id')
    .where('member_id', '=', memberId)
  if ((await countUpTo(db, waiting.limit(max))) >= max) return
  await db
    .insertInto('pending_ratings')
    .values({
      member_id: memberId,
      conversation_id: conversationId,
      message_id: messageId ?? '',
      rated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Schedules the mail, unless one is scheduled. Always writes the row: a collector that reads the
 * ratings at this moment must come before or after, or the rating would be left behind.
 */
export const scheduleMail = async (db: Db, memberId: string, at: number) => {
  await db
    .updateTable('member_notifications')
    .set({ due_at: sql`coalesce(due_at, ${at})` })
    .where('member_id', '=', memberId)
    .where('kind', '=', 'bad_rating')
    .execute()
}

export const markMailed = async (db: Db, memberId: string, now: number) => {
  await db
    .updateTable('member_notifications')
    .set({ sent_at: now })
    .where('member_id', '=', memberId)
    .where('kind', '=', 'bad_rating')
    .execute()
}

export const dropRatings = async (db: Db, memberId: string) => {
  await db.deleteFrom('pending_ratings').where('member_id', '=', memberId).execute()
}

const quotedCharacters = 300

/** The text as far as a mail quotes it; answers can be long. */
const quoted = (column: string) => sql<string>`substr(${sql.ref(column)}, 1, ${quotedCharacters})`

const currentRating = sql<string | null>`coalesce(messages.rating, conversations.rating)`.as(
  'rating',
)

/**
 * The ratings that are still bad and belong to the organization, newest first. The visitor may have
 * changed a rating or deleted the conversation meanwhile.
 */
export const listBad = async (db: Db, memberId: string, organizationId: string) => {
  const rows = await db
    .selectFrom('pending_ratings')
    .innerJoin('conversations', 'conversations.id', 'pending_ratings.conversation_id')
    .leftJoin('messages', (join) =>
      join
        .onRef('messages.id', '=', 'pending_ratings.message_id')
        .onRef('messages.conversation_id', '=', 'pending_ratings.conversation_id'),
    )
    .select(['conversations.id as conversationId', 'messages.id as messageId', currentRating])
    .where('pending_ratings.member_id', '=', memberId)
    .where('conversations.organization_id', '=', organizationId)
    .where(hasCode('conversations'))
    .orderBy('pending_ratings.rated_at', 'desc')
    .execute()
  return rows.filter(({ rating }) => rating === 'down')
}

/** A rating that is still bad, with its comment. */
export const findBad = async (
  db: Db,
  { conversationId, messageId }: BadRating,
  organizationId: string,
) => {
  const row = await db
    .selectFrom('conversations')
    .leftJoin('messages', (join) =>
      join
        .onRef('messages.conversation_id', '=', 'conversations.id')
        .on('messages.id', '=', messageId),
    )
    .select([
      'conversations.id as conversationId',
      codeField('conversations', 'name').as('codeName'),
      'messages.turn',
      currentRating,
      sql<string | null>`coalesce(messages.rating_comment, conversations.rating_comment)`.as(
        'comment',
      ),
    ])
    .where('conversations.id', '=', conversationId)
    .where('conversations.organization_id', '=', organizationId)
    .where(hasCode('conversations'))
    .executeTakeFirst()
  return row?.rating === 'down' ? row : null
}

/** The visitor's last message up to a turn of a conversation. */
export const questionBefore = async (db: Db, conversationId: string, turn: number | null) => {
  const asked = db
    .selectFrom('messages')
    .select(quoted('text').as('text'))
    .where('conversation_id', '=', conversationId)
    .where('role', '=', 'visitor')
    .orderBy('turn', 'desc')
    .limit(1)
  const row = await (turn === null ? asked : asked.where('turn', '<=', turn)).executeTakeFirst()
  return row?.text ?? ''
}

/** The newest rated answers of conversations that started in a period. */
export const ratedAnswers = async (
  db: Db,
  organizationId: string,
  { from, until }: { from: number; until: number },
  rating: 'up' | 'down',
  max: number,
) =>
  await db
    .selectFrom('conversations')
    .innerJoin('messages', 'messages.conversation_id', 'conversations.id')
    .select([
      'conversations.id as conversationId',
      codeField('conversations', 'name').as('codeName'),
      'messages.turn',
      quoted('messages.text').as('answer'),
      'messages.rating_comment as comment',
    ])
    .where('conversations.organization_id', '=', organizationId)
    .where(hasCode('conversations'))
    .where('conversations.started_at', '>=', from)
    .where('conversations.started_at', '<', until)
    .where('conversations.rating', 'is not', null)
    .where('messages.role', '=', 'assistant')
    .where('messages.rating', '=', rating)
    .orderBy('conversations.started_at', 'desc')
    .orderBy('messages.turn', 'desc')
    .limit(max)
    .execute()
