import type { Selectable } from 'kysely'
import type { Db } from '../store/database.ts'
import type { Queue } from '../store/due.ts'
import type { Tables } from '../store/tables.ts'

export type MailRow = Selectable<Tables['mails']>

export const insert = async (db: Db, row: MailRow) => {
  await db.insertInto('mails').values(row).execute()
}

/** A claim counts as an attempt. */
export const queue: Queue<'mails'> = {
  table: 'mails',
  keys: ['id'],
  at: 'next_attempt_at',
  claims: 'attempts',
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
    .where('next_attempt_at', 'is not', null)
    .execute()
}

/** Only under its own lease: after a long pause another process may have sent the mail. */
export const markFailed = async (db: Db, mail: MailRow, nextAt: number | null, reason: string) => {
  const isLast = nextAt === null
  await db
    .updateTable('mails')
    .set({ next_attempt_at: nextAt, last_error: reason, ...(isLast && withoutQuotes(mail)) })
    .where('id', '=', mail.id)
    .where('next_attempt_at', '=', mail.next_attempt_at)
    .execute()
}
