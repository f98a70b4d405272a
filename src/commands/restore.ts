import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { secretFile } from '../app/installation.ts'
import { putBack, readBackup } from '../storage/backup.ts'
import { sqlitePath } from '../storage/open.ts'
import { lockFile } from '../storage/sqlite/lock.ts'
import { type Command, CommandError, print, readArguments } from './command.ts'
import { loadConfig } from './session.ts'

export const command: Command = {
  usage: `
Usage: qpr restore FILE

Replaces the database with a backup of qpr backup. The service must not be running. The previous
database is kept in the same directory, with the time in its name.
On PostgreSQL the command prints the pg_restore command instead.
`,
  async run(args) {
    const { positionals } = readArguments(args, { allowPositionals: true })
    const [file] = positionals
    if (file === undefined) throw new CommandError('Name the file: qpr restore FILE.')
    const config = loadConfig()
    const path = sqlitePath(config.DATABASE_URL)
    if (path === null) {
      print('# PostgreSQL has its own tool. Start QPR with the QPR_SECRET of the dump.')
      print(`pg_restore --clean --if-exists --dbname="$DATABASE_URL" ${file}`)
      return
    }
    const lock = lockFile(path)
    const secret = readBackup(file)
    if (config.QPR_SECRET !== null && config.QPR_SECRET !== secret) {
      throw new CommandError(
        'QPR_SECRET is set and differs from the secret of this backup. Unset it.',
      )
    }
    const stamp = new Date().toISOString().replace(/[:.]/g, '-')
    const isKept = await putBack(file, path, `${path}.${stamp}`)
    if (config.QPR_SECRET === null) restoreSecret(secretFile(config), secret, stamp)
    lock.release()
    print(`Restored ${file} to ${path}.`)
    if (isKept) print(`The previous database is in ${path}.${stamp}.`)
  },
}

const restoreSecret = (path: string, secret: string, stamp: string) => {
  if (existsSync(path) && readFileSync(path, 'utf8').trim() === secret) return
  mkdirSync(dirname(path), { recursive: true })
  if (existsSync(path)) renameSync(path, `${path}.${stamp}`)
  writeFileSync(path, `${secret}\n`, { mode: 0o600, flush: true })
}
