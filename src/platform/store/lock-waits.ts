import { sql } from 'kysely'
import { byEngine, type Database } from './database.ts'

/** The number of sessions in this database that wait for a lock. SQLite has a single writer. */
export const countLockWaits = ({ engine, db }: Database): Promise<number> =>
  byEngine(engine, {
    sqlite: async () => 0,
    async postgres() {
      const { rows } = await sql<{ waiting: number }>`
        select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows[0]?.waiting ?? 0
    },
  })
