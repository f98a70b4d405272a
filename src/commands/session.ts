import { actorOfUser } from '../accounts/authenticator.ts'
import { openInstallation } from '../app/installation.ts'
import { composeSlices, type Rules } from '../app/slices.ts'
import { type Config, parseConfig, readEnvironment } from '../config/config.ts'
import type { Actor } from '../http/callers/actor.ts'
import { createLog, type Logger } from '../kit/log.ts'
import type { Database } from '../storage/database.ts'
import { CommandError } from './command.ts'

export const loadConfig = (): Config => parseConfig(readEnvironment(process.cwd()))

/** Works on the database next to a running service, so only for short work. */
export const withRules = async (
  work: (parts: { rules: Rules; database: Database; config: Config }) => Promise<void>,
) => {
  const config = loadConfig()
  await withDatabase(config, async (database, log) => {
    await database.migrate()
    const parts = { config, database, clock: database.clock, log }
    const { rules } = await composeSlices(parts, noVisitors)
    await work({ rules, database, config })
  })
}

/** A command serves no visitors. */
const noVisitors = () => {
  throw new Error('Only the running service has models, images and conversations.')
}

export const withDatabase = async (
  config: Config,
  work: (database: Database, log: Logger) => Promise<void>,
) => {
  const log = createLog('silent')
  const database = openInstallation(config, log)
  try {
    await work(database, log)
  } finally {
    await database.close()
  }
}

/** An actor with all permissions of the user. */
export const actorFor = async (
  { users }: Rules,
  { db }: Database,
  email: string,
): Promise<Actor> => {
  const user = await users.find(db, email)
  if (!user) throw new CommandError(`There is no user ${email}. Start the service once first.`)
  return actorOfUser(user)
}
