import { FileInUse, lockFile } from '../storage/lock.ts'
import { SchemaTooNew } from '../storage/migrations/migrations.ts'
import { sqlitePath } from '../storage/open.ts'
import { type Command, CommandError, print, readArguments } from './command.ts'
import { loadConfig, withDatabase } from './session.ts'

export const command: Command = {
  usage: `
Usage: qpr migrate

Brings the schema of the database up to date and says what it did. qpr serve does the same at its
start; run this before it to keep the start of many processes short. On SQLite the service must
not be running.
`,
  async run(args) {
    readArguments(args, {})
    const config = loadConfig()
    const path = sqlitePath(config.DATABASE_URL)
    try {
      const lock = path === null ? null : lockFile(path)
      await withDatabase(config, async (database) => {
        const ran = await database.migrate()
        print(ran.length === 0 ? 'The database is up to date.' : `Applied: ${ran.join(', ')}`)
      })
      lock?.release()
    } catch (error) {
      if (error instanceof FileInUse || error instanceof SchemaTooNew) {
        throw new CommandError(error.message)
      }
      throw error
    }
  },
}
