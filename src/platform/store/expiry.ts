import { sql } from 'kysely'
import { dayMs } from '../kit/clock.ts'
import type { Db } from './database.ts'
import type { Tables } from './tables.ts'

interface Expiring {
  table: keyof Tables
  key: string
  /** The rows are deleted this long after the time in this column. */
  at: string
  retainedMs: number
  /** Rows with a time in this column are still in use. */
  unless?: string
}

/** The tables whose rows expire by themselves. */
export const expiring: Expiring[] = [
  { table: 'idempotency_keys', key: 'id', at: 'expires_at', retainedMs: 0 },
  { table: 'sessions', key: 'token_hash', at: 'expires_at', retainedMs: 0 },
  { table: 'sign_ins', key: 'id', at: 'expires_at', retainedMs: dayMs },
  { table: 'rate_windows', key: 'id', at: 'expires_at', retainedMs: 0 },
  // Stripe resends an event for three days.
  { table: 'billing_events', key: 'id', at: 'received_at', retainedMs: 30 * dayMs },
  {
    table: 'mails',
    key: 'id',
    at: 'created_at',
    retainedMs: 30 * dayMs,
    unless: 'next_attempt_at',
  },
  { table: 'jobs', key: 'id', at: 'created_at', retainedMs: 7 * dayMs, unless: 'due_at' },
]

/** Deletes at most `maximum` expired rows. Returns how many it deleted. */
export const deleteExpired = async (
  db: Db,
  { table, key, at, retainedMs, unless }: Expiring,
  now: number,
  maximum: number,
): Promise<number> => {
  const isUnused = unless === undefined ? sql`` : sql`and ${sql.ref(unless)} is null`
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ${sql.ref(key)} in (
      select ${sql.ref(key)} from ${sql.table(table)}
      where ${sql.ref(at)} < ${now - retainedMs} ${isUnused} limit ${maximum}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
