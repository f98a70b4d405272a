import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
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

/** Another process serves the same file. */
export class FileInUse extends Error {
  constructor(path: string) {
    super(
      `Another QPR process is using ${path}. SQLite serves only one process: stop the other ` +
        'one, or use PostgreSQL for several processes with DATABASE_URL=postgres://…',
    )
  }
}

export interface Lock {
  release(): void
}

/**
 * A lock of the operating system, held by an open transaction on a file beside the database. It
 * ends with the process, even after a crash, so no stale lock remains. PostgreSQL needs none.
 */
export const lockDatabase = (databaseUrl: string): Lock => {
  const path = sqlitePath(databaseUrl)
  if (path === null) return { release: () => undefined }
  mkdirSync(dirname(path), { recursive: true })
  const lock = new DatabaseSync(`${path}.lock`, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    throw new FileInUse(path)
  }
  return { release: () => lock.close() }
}
