import { sql } from 'kysely'
import type { Db } from '../storage/database.ts'
import type { ConversationReason, Tables } from '../storage/tables.ts'

export type ConversationRow = Tables['conversations']
export type MessageRow = Tables['messages']

export const insert = async (db: Db, row: ConversationRow) => {
  await db.insertInto('conversations').values(row).execute()
}

const byToken = (db: Db, tokenHash: string) =>
  db.selectFrom('conversations').selectAll().where('token_hash', '=', tokenHash)

export const find = async (db: Db, tokenHash: string): Promise<ConversationRow | undefined> =>
  await byToken(db, tokenHash).executeTakeFirst()

export const findById = async (db: Db, id: string): Promise<ConversationRow | undefined> =>
  await db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirst()

/** Held until the commit: one change of a conversation at a time. */
export const hold = async (db: Db, tokenHash: string): Promise<ConversationRow | undefined> =>
  await byToken(db, tokenHash).forUpdate().executeTakeFirst()

export const holdById = async (db: Db, id: string): Promise<ConversationRow | undefined> =>
  await db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const remove = async (db: Db, id: string) => {
  await db.deleteFrom('conversations').where('id', '=', id).execute()
}

export const update = async (db: Db, id: string, changes: Partial<ConversationRow>) => {
  await db.updateTable('conversations').set(changes).where('id', '=', id).execute()
}

/** False when somebody else has ended it: then it is theirs to tell of. */
export const end = async (
  db: Db,
  id: string,
  reason: ConversationReason,
  now: number,
): Promise<boolean> => {
  const ended = await db
    .updateTable('conversations')
    .set({ status: 'ended', reason, ended_at: now, idle_at: null })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** In the order in which they were said. */
export const listMessages = async (db: Db, conversationId: string): Promise<MessageRow[]> =>
  await db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .orderBy('turn')
    // The visitor speaks first.
    .orderBy('role', 'desc')
    .execute()

export const insertMessages = async (db: Db, rows: MessageRow[]) => {
  await db.insertInto('messages').values(rows).execute()
}

/** The conversations whose time is over, the longest over first. */
export const listIdle = async (db: Db, now: number, most: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('conversations')
    .select('id')
    .where('idle_at', '<=', now)
    .orderBy('idle_at')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

export const nextIdleAt = async (db: Db): Promise<number | null> => {
  const row = await db
    .selectFrom('conversations')
    .select((one) => one.fn.min('idle_at').as('idle_at'))
    .where('idle_at', 'is not', null)
    .executeTakeFirst()
  return row?.idle_at ?? null
}

/** The organization of a code can change: what belongs to it goes along. */
export const moveCode = async (db: Db, codeId: string, organizationId: string) => {
  await db
    .updateTable('conversations')
    .set({ organization_id: organizationId })
    .where('code_id', '=', codeId)
    .execute()
}

/** One hit in a window of time; answers how many there have been. */
export const countHit = async (db: Db, id: string, expiresAt: number): Promise<number> => {
  const { hits } = await db
    .insertInto('rate_windows')
    .values({ id, hits: 1, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ hits: sql`rate_windows.hits + 1` }),
    )
    .returning('hits')
    .executeTakeFirstOrThrow()
  return hits
}

export const deleteExpiredWindows = async (db: Db, now: number, most: number): Promise<number> => {
  const old = db.selectFrom('rate_windows').select('id').where('expires_at', '<', now).limit(most)
  const { numDeletedRows } = await db
    .deleteFrom('rate_windows')
    .where('id', 'in', old)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export interface Reservation {
  codeId: string
  day: number
  tokens: number
  limit: number
}

/** Takes tokens of the day's budget for an answer; false when they are not there. */
export const reserve = async (db: Db, { codeId, day, tokens, limit }: Reservation) => {
  if (tokens > limit) return false
  const reserved = await db
    .insertInto('code_days')
    .values({
      code_id: codeId,
      day,
      tokens_used: 0,
      tokens_reserved: tokens,
      answers: 0,
      cost_micros: 0,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['code_id', 'day'])
        .doUpdateSet({ tokens_reserved: sql`code_days.tokens_reserved + ${tokens}` })
        .where(
          sql<boolean>`code_days.tokens_used + code_days.tokens_reserved + ${tokens} <= ${limit}`,
        ),
    )
    .returning('code_id')
    .executeTakeFirst()
  return reserved !== undefined
}

/** What was reserved is given back, what was used is counted. */
export const account = async (
  db: Db,
  codeId: string,
  day: number,
  used: { reserved: number; tokens: number; costMicros: number },
) => {
  await db
    .updateTable('code_days')
    .set((row) => ({
      tokens_reserved: row('tokens_reserved', '-', used.reserved),
      tokens_used: row('tokens_used', '+', used.tokens),
      answers: row('answers', '+', 1),
      cost_micros: row('cost_micros', '+', used.costMicros),
    }))
    .where('code_id', '=', codeId)
    .where('day', '=', day)
    .execute()
}
