import type { Selectable } from 'kysely'
import type { Db } from '../store/database.ts'
import type { Tables } from '../store/tables.ts'

export type MailRow = Selectable<Tables['mails']>

export const insert = async (db: Db, row: MailRow) => {
  await db.insertInto('mails').values(row).execute()
}

/** Claims due mails by moving their next attempt past the end of this one. */
export const claimDue = async (
  db: Db,
  now: number,
  claimedUntil: number,
  max: number,
): Promise<MailRow[]> => {
  const due = db
    .selectFrom('mails')
    .select('id')
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(max)
    .forUpdate()
    .skipLocked()
  return await db
    .updateTable('mails')
    .set((row) => ({ next_attempt_at: claimedUntil, attempts: row('attempts', '+', 1) }))
    .where('id', 'in', due)
    .returningAll()
    .execute()
}

export const nextDueAt = async (db: Db): Promise<number | null> => {
  const next = await db
    .selectFrom('mails')
    .select('next_attempt_at')
    .where('next_attempt_at', 'is not', null)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return next?.next_attempt_at ?? null
}

/** The mails that wait, and when the earliest attempt is due. A mail that is being sent waits too. */
export const countWaiting = async (db: Db) => {
  const { waiting, oldest } = await db
    .selectFrom('mails')
    .select((row) => [
      row.fn.countAll<number>().as('waiting'),
      row.fn.min('created_at').as('oldest'),
    ])
    .where('next_attempt_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return { waiting: Number(waiting), oldestAt: oldest }
}

/** A notification may quote a conversation, so nothing of it is kept after the last attempt. */
const withoutQuotes = ({ member_id }: MailRow) => (member_id === null ? {} : { data: '{}' })

export const markSent = async (db: Db, mail: MailRow, now: number) => {
  await db
    .updateTable('mails')
    .set({ sent_at: now, next_attempt_at: null, last_error: null, ...withoutQuotes(mail) })
    .where('id', '=', mail.id)
    .execute()
}

export const markFailed = async (db: Db, mail: MailRow, nextAt: number | null, reason: string) => {
  const isLast = nextAt === null
  await db
    .updateTable('mails')
    .set({ next_attempt_at: nextAt, last_error: reason, ...(isLast && withoutQuotes(mail)) })
    .where('id', '=', mail.id)
    .execute()
}
