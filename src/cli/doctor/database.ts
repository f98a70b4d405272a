import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { listUntrustedProxies, trustProxies } from '../../platform/http/limits/addresses.ts'
import { hostUrls } from '../../platform/kit/parsers.ts'
import { byEngine, type Database } from '../../platform/store/database.ts'
import { newerStep, pendingSteps } from '../../platform/store/migrations/migrations.ts'
import { sqlitePath } from '../../platform/store/open.ts'
import { worthSayingMs } from '../../platform/store/postgres/database-clock.ts'
import { askServer } from '../../platform/store/postgres/postgres-hosts.ts'
import {
  choosePrimary,
  createFileMemory,
  type ServerAnswer,
} from '../../platform/store/postgres/postgres-primary.ts'
import type { Config } from '../../service/config/config.ts'
import { primaryFile } from '../../service/installation.ts'
import { withDatabase } from '../session.ts'
import { type Finding, ok, reason, wrong } from './finding.ts'

/** The first start will create it. */
const isMissing = ({ DATABASE_URL }: Config): boolean => {
  const path = sqlitePath(DATABASE_URL)
  return path !== null && !existsSync(path)
}

/** Checks that the database is reachable and intact, and that this program knows its schema. */
export const checkDatabase = async (config: Config): Promise<Finding[]> => {
  const path = sqlitePath(config.DATABASE_URL)
  if (isMissing(config)) return [ok('database', `${path} will be created at the first start`)]
  try {
    return await withDatabase(config, async (database) => [
      await checkContents(database, path ?? 'PostgreSQL'),
      await checkSchema(database),
    ])
  } catch (error) {
    return [wrong('database', `cannot be used: ${reason(error)}. Check DATABASE_URL.`)]
  }
}

const checkContents = ({ engine, db }: Database, name: string): Promise<Finding> =>
  byEngine(engine, {
    async postgres() {
      await sql`select 1`.execute(db)
      return ok('database', `${name} answers`)
    },
    async sqlite() {
      const { rows } = await sql<{ quick_check: string }>`pragma quick_check`.execute(db)
      return rows[0]?.quick_check === 'ok'
        ? ok('database', `${name} is intact`)
        : wrong('database', `${name} is damaged: ${rows[0]?.quick_check}. Restore a backup.`)
    },
  })

const checkSchema = async ({ db }: Database): Promise<Finding> => {
  const newer = await newerStep(db)
  if (newer)
    return wrong('schema', `created by a newer version of QPR (${newer}). Start that version.`)
  const pending = await pendingSteps(db)
  return pending.length === 0
    ? ok('schema', 'up to date')
    : ok('schema', `the next start will apply ${pending.join(', ')}`)
}

const samples = 5

/**
 * Compares with the clock of PostgreSQL, or on SQLite with the newest event, which must not be in
 * the future.
 */
export const checkClock = async (config: Config): Promise<Finding[]> => {
  const shown = ok('clock', new Date().toISOString())
  if (isMissing(config)) return [shown]
  try {
    const offMs = await withDatabase(config, (database) =>
      byEngine(database.engine, {
        sqlite: () => behindEvents(database),
        postgres: () => behindPostgres(database),
      }),
    )
    return Math.abs(offMs) >= worthSayingMs
      ? [wrong('clock', `is ${Math.round(Math.abs(offMs) / 1000)} s off. Let NTP set it.`)]
      : [shown]
  } catch {
    // The check of the database reports this.
    return []
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

const grant =
  'grant execute on function pg_control_system(), pg_current_wal_lsn(), pg_walfile_name(pg_lsn) ' +
  'to the role of the service'

/** Checks each of several PostgreSQL servers, and that one of them is the primary. */
export const checkHosts = async (config: Config): Promise<Finding[]> => {
  const lists = new Set([config.DATABASE_URL, config.DATABASE_URL_DIRECT ?? config.DATABASE_URL])
  const several = [...lists].map(hostUrls).filter((urls) => urls.length > 1)
  return (await Promise.all(several.map((urls) => checkList(urls, primaryFile(config))))).flat()
}

const checkList = async (urls: string[], file: string): Promise<Finding[]> => {
  const answers = await Promise.all(urls.map(askServer))
  return [...answers.map(describe), checkChoice(answers, file)]
}

const describe = ({ url, failure, isWritable, system, timeline }: ServerAnswer): Finding => {
  const { host } = new URL(url)
  if (failure !== null) return wrong('host', `${host} does not answer: ${failure}.`)
  if (!isWritable) return ok('host', `${host} is a standby`)
  return system === null || timeline === null
    ? ok(
        'host',
        `${host} accepts writes. Its system identifier or timeline cannot be read, so an old ` +
          `primary that returns is not recognized: ${grant}.`,
      )
    : ok('host', `${host} accepts writes (timeline ${timeline})`)
}

const checkChoice = (answers: ServerAnswer[], file: string): Finding => {
  try {
    const { primary, equals } = choosePrimary(answers, createFileMemory(file).read())
    const { host } = new URL(primary.url)
    if (equals.length === 0) return ok('primary', host)
    const others = equals.map(({ url }) => new URL(url).host).join(', ')
    return wrong(
      'primary',
      `${host} and ${others} accept writes and cannot be told apart. Stop the wrong one: what is ` +
        'written there is lost.',
    )
  } catch (error) {
    return wrong('primary', `${reason(error)}. ${file} remembers the last one.`)
  }
}

/** Reports proxies that the running service has seen. */
export const checkProxy = async (config: Config): Promise<Finding[]> => {
  if (isMissing(config)) return []
  try {
    const seen = await withDatabase(config, ({ db, clock }) =>
      listUntrustedProxies(db, clock.now()),
    )
    // Seen within the last day, and possibly configured since.
    const isTrusted = trustProxies(config.QPR_TRUST_PROXY)
    const proxies = seen.filter((proxy) => !isTrusted(proxy, 0))
    if (proxies.length === 0)
      return [ok('proxy', 'no untrusted proxy was seen in the last 24 hours')]
    return [
      wrong(
        'proxy',
        `${proxies.join(', ')} forwards visitors and is not trusted: all visitors share one ` +
          `limit. If the proxy is yours, set QPR_TRUST_PROXY=${[...config.QPR_TRUST_PROXY, ...proxies].join(',')}`,
      ),
    ]
  } catch {
    // The check of the database reports this.
    return []
  }
}
