import { sqlitePath } from '../platform/store/open.ts'
import { lockFile } from '../platform/store/sqlite/lock.ts'
import { print, printJson } from './command.ts'
import type { Run } from './line/table.ts'
import { loadConfig, withDatabase } from './session.ts'

export const run: Run<'migrate'> = async ({ json }) => {
  const config = loadConfig()
  const path = sqlitePath(config.DATABASE_URL)
  const lock = path === null ? null : lockFile(path)
  await withDatabase(config, async (database) => {
    const applied = await database.migrate()
    if (json) return printJson({ applied })
    print(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`)
  })
  lock?.release()
}
