import { sqlitePath } from '../storage/open.ts'
import { lockFile } from '../storage/sqlite/lock.ts'
import { type Command, print, readArguments } from './command.ts'
import { loadConfig, withDatabase } from './session.ts'

export const command: Command = {
  usage: `
Usage: qpr migrate

Updates the database schema and prints the migrations that it applied. qpr serve does the same at
its start; run this first to shorten the start of many processes. On SQLite the service must not be
running.
`,
  async run(args) {
    readArguments(args, {})
    const config = loadConfig()
    const path = sqlitePath(config.DATABASE_URL)
    const lock = path === null ? null : lockFile(path)
    await withDatabase(config, async (database) => {
      const ran = await database.migrate()
      print(ran.length === 0 ? 'The database is up to date.' : `Applied: ${ran.join(', ')}`)
    })
    lock?.release()
  },
}
