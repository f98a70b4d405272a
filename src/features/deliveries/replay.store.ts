import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import { countUpTo } from '../../platform/store/keyset.ts'

/** Deliveries of one webhook. Ids begin with their time, so a time span is a range of ids. */
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
  maximum: number,
): Promise<string[]> => {
  const rows = await finishedIn(db, span, status).orderBy('id').limit(maximum).execute()
  return rows.map(({ id }) => id)
}

/** Uses only indexes: no row is read to count successful deliveries. */
export const countFinished = async (
  db: Db,
  span: Span,
  status: FinishedStatus | undefined,
): Promise<number> => {
  const failed = await countUpTo(db, failedIn(db, span))
  if (status === 'failed') return failed
  // The limit prevents SQLite from reading the whole span for the few that wait.
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

/** Restarts all attempts from now on. Returns the number of deliveries. */
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
    // A delivery that was retried meanwhile is already running.
    .where('due_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
