import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { backUp, putBack, readBackup } from '../platform/store/backup.ts'
import { lockDatabase, sqlitePath } from '../platform/store/open.ts'
import { masterSecret, secretFile } from '../service/installation.ts'
import { CommandError, type Output, print, printJson } from './command.ts'
import { loadConfig, requireDatabase, withDatabase } from './session.ts'

export const migrate = async ({ json }: Output) => {
  const config = loadConfig()
  const lock = lockDatabase(config.DATABASE_URL)
  await withDatabase(config, async (database) => {
    const applied = await database.migrate()
    if (json) return printJson({ applied })
    print(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`)
  })
  lock.release()
}

export const backup = async (file: string, { json }: Output) => {
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

export const restore = async (file: string, { json }: Output) => {
  const config = loadConfig()
  const path = sqlitePath(config.DATABASE_URL)
  if (path === null) {
    const command = `pg_restore --clean --if-exists --dbname="$DATABASE_URL" ${file}`
    if (json) return printJson({ file, database: null, kept: null, command })
    print('# PostgreSQL has its own tool. Start QPR with the QPR_SECRET of the dump.')
    print(command)
    return
  }
  const secret = readBackup(file)
  const lock = lockDatabase(config.DATABASE_URL)
  if (config.QPR_SECRET !== null && config.QPR_SECRET !== secret) {
    throw new CommandError(
      'QPR_SECRET is set and differs from the secret of this backup. Unset it.',
    )
  }
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  const isKept = await putBack(file, path, `${path}.${stamp}`)
  if (config.QPR_SECRET === null) restoreSecret(secretFile(config), secret, stamp)
  lock.release()
  const kept = isKept ? `${path}.${stamp}` : null
  if (json) return printJson({ file, database: path, kept, command: null })
  print(`Restored ${file} to ${path}.`)
  if (kept !== null) print(`The previous database is in ${kept}.`)
}

const restoreSecret = (path: string, secret: string, stamp: string) => {
  if (existsSync(path) && readFileSync(path, 'utf8').trim() === secret) return
  mkdirSync(dirname(path), { recursive: true })
  if (existsSync(path)) renameSync(path, `${path}.${stamp}`)
  writeFileSync(path, `${secret}\n`, { mode: 0o600, flush: true })
}
