import { existsSync } from 'node:fs'
import { backUp } from '../platform/store/backup.ts'
import { sqlitePath } from '../platform/store/open.ts'
import { masterSecret } from '../service/installation.ts'
import { CommandError, print, printJson } from './command.ts'
import type { Run } from './line/table.ts'
import { loadConfig, requireDatabase } from './session.ts'

export const run: Run<'backup'> = async ({ file, json }) => {
  const config = loadConfig()
  const path = sqlitePath(config.DATABASE_URL)
  if (path === null) {
    const command = `pg_dump --format=custom --file=${file} "$DATABASE_URL"`
    if (json) return printJson({ file: null, command })
    print('# PostgreSQL has its own tool. Keep QPR_SECRET (or data/secret) with the dump.')
    print(command)
    return
  }
  if (existsSync(file)) throw new CommandError(`${file} already exists. Name another file.`)
  requireDatabase(config)
  backUp(path, file, masterSecret(config))
  if (json) printJson({ file, command: null })
  else print(`Backed up to ${file}. It contains secrets: keep it safe.`)
}
