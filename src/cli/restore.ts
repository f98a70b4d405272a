import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { putBack, readBackup } from '../platform/store/backup.ts'
import { sqlitePath } from '../platform/store/open.ts'
import { lockFile } from '../platform/store/sqlite/lock.ts'
import { secretFile } from '../service/installation.ts'
import { CommandError, print, printJson } from './command.ts'
import type { Run } from './line/table.ts'
import { loadConfig } from './session.ts'

export const run: Run<'restore'> = async ({ file, json }) => {
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
  const lock = lockFile(path)
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
