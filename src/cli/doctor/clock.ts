import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { createLog } from '../../platform/kit/log.ts'
import { byEngine, type Database } from '../../platform/store/database.ts'
import { sqlitePath } from '../../platform/store/open.ts'
import { worthSayingMs } from '../../platform/store/postgres/database-clock.ts'
import type { Config } from '../../service/config/config.ts'
import { openInstallation } from '../../service/installation.ts'
import { type Finding, ok, wrong } from './finding.ts'

const samples = 5

/**
 * Compares with the clock of PostgreSQL, or on SQLite with the newest event, which must not be in
 * the future.
 */
export const checkClock = async (config: Config): Promise<Finding[]> => {
  const path = sqlitePath(config.DATABASE_URL)
  if (path !== null && !existsSync(path)) return [ok('clock', new Date().toISOString())]
  let database: Database | undefined
  try {
    database = openInstallation(config, createLog('silent'))
    const on = database
    const offMs = await byEngine(on.engine, {
      sqlite: () => behindEvents(on),
      postgres: () => behindPostgres(on),
    })
    return Math.abs(offMs) >= worthSayingMs
      ? [wrong('clock', `is ${Math.round(Math.abs(offMs) / 1000)} s off. Let NTP set it.`)]
      : [ok('clock', new Date().toISOString())]
  } catch {
    // The check of the database reports this.
    return []
  } finally {
    await database?.close()
  }
}

/**
 * The fastest of several answers is the most exact, because the first one waits for the connection.
 */
const behindPostgres = async ({ db }: Database): Promise<number> => {
  let best = { tripMs: Number.POSITIVE_INFINITY, behindMs: 0 }
  for (let count = 0; count < samples; count++) {
    const sentAt = performance.now()
    const query = sql<{ at: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::bigint as at`
    const at = (await query.execute(db)).rows[0]?.at ?? 0
    const tripMs = performance.now() - sentAt
    if (tripMs < best.tripMs) best = { tripMs, behindMs: at + tripMs / 2 - Date.now() }
  }
  return best.behindMs
}

const behindEvents = async ({ db }: Database): Promise<number> => {
  const query = sql<{ at: number | null }>`select max(created_at) as at from events`
  const at = (await query.execute(db)).rows[0]?.at ?? 0
  return Math.max(0, at - Date.now())
}
