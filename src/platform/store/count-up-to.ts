import { type Expression, sql } from 'kysely'
import type { Db } from './database.ts'

/** Counting a million rows for each page would be too slow, so counts of long lists stop here. */
export const maxCounted = 100_000

/** Counts the rows of a query. Where there may be many, it has its own limit. */
export const countUpTo = async (db: Db, limited: Expression<unknown>): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${limited} as counted
  `.execute(db)
  return Number(rows[0]?.total)
}
