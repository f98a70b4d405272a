import { sql } from 'kysely'
import { countUpTo } from '../../storage/count-up-to.ts'
import type { Db } from '../../storage/database.ts'

/** Deliveries of one webhook. Their ids begin with their time: a span of time is a range of ids. */
export interface Span {
  webhookId: string
  fromId: string
  beforeId: string
}

type FinishedStatus = 'succeeded' | 'failed'

const inSpan = (db: Db, { webhookId, fromId, beforeId }: Span) =>
  db
    .selectFrom('deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('id', '>=', fromId)
    .where('id', '<', beforeId)

const failedIn = (db: Db, span: Span) => inSpan(db, span).where('status', '=', sql.lit('failed'))

const finishedIn = (db: Db, span: Span, status: FinishedStatus | undefined) => {
  if (status === 'failed') return failedIn(db, span)
  const finished = inSpan(db, span).where('due_at', 'is', null)
  return status === undefined ? finished : finished.where('status', '=', status)
}

/** Oldest first. */
export const listFinished = async (
  db: Db,
  span: Span,
  status: FinishedStatus | undefined,
  most: number,
): Promise<string[]> => {
  const rows = await finishedIn(db, span, status).orderBy('id').limit(most).execute()
  return rows.map(({ id }) => id)
}

/** By what the indexes know: no row need be read to count those that succeeded. */
export const countFinished = async (
  db: Db,
  span: Span,
  status: FinishedStatus | undefined,
): Promise<number> => {
  const failed = await countUpTo(db, failedIn(db, span))
  if (status === 'failed') return failed
  // The limit keeps SQLite from going through the whole span for the few that wait.
  const waiting = db
    .selectFrom('deliveries')
    .select('id')
    .where('webhook_id', '=', span.webhookId)
    .where('due_at', 'is not', null)
    .limit(Number.MAX_SAFE_INTEGER)
  const waitingIn = db
    .selectFrom(waiting.as('waiting'))
    .select('waiting.id')
    .where('waiting.id', '>=', span.fromId)
    .where('waiting.id', '<', span.beforeId)
  const finished = (await countUpTo(db, inSpan(db, span))) - (await countUpTo(db, waitingIn))
  return status === undefined ? finished : finished - failed
}

/** A fresh run of all attempts, beginning now. Answers how many there were. */
export const restart = async (db: Db, ids: string[], now: number): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({
      status: 'pending',
      waits_used: 0,
      next_attempt_at: now,
      due_at: now,
      claim: null,
      note: null,
    })
    .where('id', 'in', ids)
    // One that somebody retried meanwhile is under way already.
    .where('due_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
