import { type Expression, sql } from 'kysely'
import type { Db } from './database.ts'

/** Counts the rows of a query that has its own limit, which bounds the cost. */
export const countUpTo = async (db: Db, limited: Expression<unknown>): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${limited} as counted
  `.execute(db)
  return Number(rows[0]?.total)
}
