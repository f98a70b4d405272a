import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { createLog } from '../../platform/kit/log.ts'
import { byEngine, type Database } from '../../platform/store/database.ts'
import { newerStep, pendingSteps } from '../../platform/store/migrations/migrations.ts'
import { sqlitePath } from '../../platform/store/open.ts'
import type { Config } from '../../service/config/config.ts'
import { openInstallation } from '../../service/installation.ts'
import { type Finding, ok, reason, wrong } from './finding.ts'

/** Checks that the database is reachable and intact, and that this program knows its schema. */
export const checkDatabase = async (config: Config): Promise<Finding[]> => {
  const path = sqlitePath(config.DATABASE_URL)
  if (path !== null && !existsSync(path)) {
    return [ok('database', `${path} will be created at the first start`)]
  }
  let database: Database | undefined
  try {
    database = openInstallation(config, createLog('silent'))
    return [await checkContents(database, path ?? 'PostgreSQL'), await checkSchema(database)]
  } catch (error) {
    return [wrong('database', `cannot be used: ${reason(error)}. Check DATABASE_URL.`)]
  } finally {
    await database?.close()
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
