import { existsSync } from 'node:fs'
import { actorOfUser } from '../features/accounts/authenticator.ts'
import { findUser } from '../features/organizations/users.ts'
import type { Actor } from '../platform/context.ts'
import { createLog, type Logger } from '../platform/kit/log.ts'
import type { Database } from '../platform/store/database.ts'
import { newerStep, pendingSteps, SchemaTooNew } from '../platform/store/migrations/migrations.ts'
import { FileInUse, type Lock, lockDatabase, sqlitePath } from '../platform/store/open.ts'
import { composeService } from '../service/compose.ts'
import { type Config, parseConfig, readEnvironment } from '../service/config/config.ts'
import { openInstallation } from '../service/installation.ts'
import { CommandError } from './command.ts'

export const loadConfig = (): Config => parseConfig(readEnvironment(process.cwd()))

/** A command on a folder without a service must not create a database there. */
export const requireDatabase = ({ DATABASE_URL }: Config) => {
  const path = sqlitePath(DATABASE_URL)
  if (path === null || existsSync(path)) return
  throw new CommandError(
    `There is no database at ${path} yet. Start the service once with qpr serve, or run this ` +
      'command in its folder.',
  )
}

/** Keeps the service from starting on the SQLite file. Null while a service runs on it. */
export const lockUnlessServed = (databaseUrl: string): Lock | null => {
  try {
    return lockDatabase(databaseUrl)
  } catch (error) {
    if (error instanceof FileInUse) return null
    throw error
  }
}

interface Parts extends Pick<Awaited<ReturnType<typeof composeService>>, 'service' | 'runner'> {
  database: Database
  config: Config
}

/** Works on the database next to a running service, so only for short work. */
export const withService = <T>(work: (parts: Parts) => Promise<T>): Promise<T> =>
  openService(async (database) => void (await database.migrate()), work)

/** The same for commands that only read: they leave the schema as it is. */
export const readService = <T>(work: (parts: Parts) => Promise<T>): Promise<T> =>
  openService(requireSchema, work)

const openService = async <T>(
  prepare: (database: Database) => Promise<void>,
  work: (parts: Parts) => Promise<T>,
): Promise<T> => {
  const config = loadConfig()
  requireDatabase(config)
  return await withDatabase(config, async (database, log) => {
    await prepare(database)
    const parts = { config, database, clock: database.clock, log }
    const { service, runner } = await composeService(parts, noVisitors)
    return await work({ service, runner, database, config })
  })
}

const requireSchema = async ({ db }: Database) => {
  const newer = await newerStep(db)
  if (newer) throw new SchemaTooNew(newer)
  const pending = await pendingSteps(db)
  if (pending.length === 0) return
  throw new CommandError(
    `The database schema is older than this version of qpr (${pending.length} migrations are missing). Run ` +
      'qpr migrate, or start the service with this version.',
  )
}

/** A command serves no visitors. */
const noVisitors = () => {
  throw new Error('Only the running service has models, images and conversations.')
}

export const withDatabase = async <T>(
  config: Config,
  work: (database: Database, log: Logger) => Promise<T>,
): Promise<T> => {
  const log = createLog('silent')
  const database = openInstallation(config, log)
  try {
    return await work(database, log)
  } finally {
    await database.close()
  }
}

/** An actor with all permissions of the user. */
export const actorFor = async (database: Database, email: string): Promise<Actor> => {
  const user = await findUser(database, email)
  if (!user) throw new CommandError(`There is no user ${email}. Start the service once first.`)
  return actorOfUser(user)
}
