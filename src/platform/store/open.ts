import type { Logger } from '../kit/log.ts'
import type { Database } from './database.ts'
import { openPostgres, type PostgresOptions } from './postgres/postgres.ts'
import { openSqlite } from './sqlite/sqlite.ts'

const sqlitePrefix = 'sqlite:'

/** The file of a `sqlite:PATH` URL; null for PostgreSQL. */
export const sqlitePath = (databaseUrl: string): string | null =>
  databaseUrl.startsWith(sqlitePrefix) ? databaseUrl.slice(sqlitePrefix.length) : null

export const openDatabase = (
  databaseUrl: string,
  log: Logger,
  options?: PostgresOptions,
): Database => {
  const path = sqlitePath(databaseUrl)
  return path === null ? openPostgres(databaseUrl, log, options) : openSqlite(path)
}
