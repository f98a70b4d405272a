import { sql } from 'kysely'
import type { Db } from './database.ts'

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
