import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { minuteMs } from '../kit/clock.ts'
import { createLog } from '../kit/log.ts'
import type { Database } from '../storage/database.ts'
import { openDatabase, sqlitePath } from '../storage/open.ts'
import { type Finding, ok, wrong } from './finding.ts'

const tolerableMs = minuteMs

/** Against the clock of PostgreSQL, or against the newest event on SQLite: never in the future. */
export const checkClock = async (config: Config): Promise<Finding[]> => {
  const path = sqlitePath(config.DATABASE_URL)
  if (path !== null && !existsSync(path)) return [ok('clock', new Date().toISOString())]
  let database: Database | undefined
  try {
    database = openDatabase(config.DATABASE_URL, createLog('silent'))
    const query =
      database.engine === 'postgres'
        ? sql<{ at: number }>`select (extract(epoch from now()) * 1000)::bigint as at`
        : sql<{ at: number | null }>`select max(created_at) as at from events`
    const at = (await query.execute(database.db)).rows[0]?.at ?? null
    const aheadMs = at === null ? 0 : at - Date.now()
    const isOff = database.engine === 'postgres' ? Math.abs(aheadMs) : aheadMs
    return isOff > tolerableMs
      ? [wrong('clock', `is ${Math.round(isOff / 1000)} s off. Let NTP set it.`)]
      : [ok('clock', new Date().toISOString())]
  } catch {
    // What is wrong with the database is said by its own check.
    return []
  } finally {
    await database?.close()
  }
}
