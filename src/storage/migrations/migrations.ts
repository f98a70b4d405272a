import { CompiledQuery, type Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Engine } from '../database.ts'
import type { Tables } from '../tables.ts'
import { foundation } from './0001-foundation.ts'

/** How one column type is spelled on one engine. */
interface ColumnTypes {
  /** Compared byte by byte, whatever the locale of the database. */
  id: string
  text: string
  instant: string
  count: string
}

export type Statements = (types: ColumnTypes) => string[]

const columnTypes: Record<Engine, ColumnTypes> = {
  sqlite: { id: 'text', text: 'text', instant: 'integer', count: 'integer' },
  postgres: { id: 'text collate "C"', text: 'text', instant: 'bigint', count: 'bigint' },
}

/** In order, and only ever appended to: what stands here may already have run somewhere. */
const steps: Record<string, Statements> = {
  '0001-foundation': foundation,
}

/** The program is older than the database: it would misread what it finds. */
export class SchemaTooNew extends Error {
  constructor(step: string) {
    super(
      `The database was made by a newer version of QPR (it has the migration "${step}"). ` +
        'Start that version or a later one; this program changed nothing.',
    )
  }
}

/** Brings the schema up to date; safe when several processes start at once. Answers what ran. */
export const migrate = async (db: Kysely<Tables>, engine: Engine): Promise<string[]> => {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrationsFor(engine) },
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
  })
  const newer = await newerStep(db)
  if (newer) throw new SchemaTooNew(newer)
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}

/** A step that ran on this database and that this program does not know. */
export const newerStep = async (db: Kysely<Tables>): Promise<string | undefined> =>
  (await appliedSteps(db)).find((step) => !Object.hasOwn(steps, step))

/** What has not run yet. */
export const pendingSteps = async (db: Kysely<Tables>): Promise<string[]> => {
  const applied = new Set(await appliedSteps(db))
  return Object.keys(steps).filter((step) => !applied.has(step))
}

const migrationsFor = (engine: Engine): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(steps).map(([name, statements]) => [
      name,
      {
        async up(db: Kysely<unknown>) {
          for (const statement of statements(columnTypes[engine])) {
            await db.executeQuery(CompiledQuery.raw(statement))
          }
        },
      },
    ]),
  )

const appliedSteps = async (db: Kysely<Tables>): Promise<string[]> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'migrations')) return []
  const { rows } = await db.executeQuery<{ name: string }>(
    CompiledQuery.raw('select name from migrations order by name'),
  )
  return rows.map((row) => row.name)
}
