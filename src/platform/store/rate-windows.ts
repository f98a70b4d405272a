import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Counts a hit in a time window. Returns the number of hits. */
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

interface LimitedWindow {
  id: string
  maximum: number
  expiresAt: number
}

/** Whether a time window has hits left. Only `takeHit` is exact. */
export const hasHits = async (db: Db, { id, maximum }: LimitedWindow): Promise<boolean> => {
  const window = await db
    .selectFrom('rate_windows')
    .select('hits')
    .where('id', '=', id)
    .executeTakeFirst()
  return (window?.hits ?? 0) < maximum
}

/**
 * Counts a hit in a time window. False, without counting, when the maximum is reached. The row is
 * locked until the commit, so that parallel requests cannot exceed it.
 */
export const takeHit = async (
  db: Db,
  { id, maximum, expiresAt }: LimitedWindow,
): Promise<boolean> => {
  const taken = await db
    .insertInto('rate_windows')
    .values({ id, hits: 1, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ hits: sql`rate_windows.hits + 1` })
        .where('rate_windows.hits', '<', maximum),
    )
    .returning('hits')
    .executeTakeFirst()
  return taken !== undefined
}
