import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { secretFile } from '../installation.ts'
import { putBack, readBackup, UnusableBackup } from '../storage/backup.ts'
import { FileInUse, lockFile } from '../storage/lock.ts'
import { sqlitePath } from '../storage/open.ts'
import { type Command, CommandError, print, readArguments } from './command.ts'
import { loadConfig } from './session.ts'

export const command: Command = {
  usage: `
Usage: qpr restore FILE

Puts a backup made by qpr backup in the place of the database. The service must not be running.
The database that was there is kept beside it, with the time in its name.
On PostgreSQL it prints the pg_restore command instead.
`,
  async run(args) {
    const { positionals } = readArguments(args, { allowPositionals: true })
    const [file] = positionals
    if (file === undefined) throw new CommandError('Say what: qpr restore FILE.')
    const config = loadConfig()
    const path = sqlitePath(config.DATABASE_URL)
    if (path === null) {
      print('# PostgreSQL brings its own tool. Start QPR with the QPR_SECRET of that time.')
      print(`pg_restore --clean --if-exists --dbname="$DATABASE_URL" ${file}`)
      return
    }
    try {
      const lock = lockFile(path)
      const secret = readBackup(file)
      if (config.QPR_SECRET !== null && config.QPR_SECRET !== secret) {
        throw new CommandError('QPR_SECRET is set and is not the one of this backup. Unset it.')
      }
      const kept = keepFormer(path)
      await putBack(file, path)
      if (config.QPR_SECRET === null) restoreSecret(secretFile(config), secret)
      lock.release()
      print(`Restored ${file} to ${path}.`)
      if (kept) print(`What was there before is in ${kept}.`)
    } catch (error) {
      if (error instanceof FileInUse || error instanceof UnusableBackup) {
        throw new CommandError(error.message)
      }
      throw error
    }
  },
}

const stamp = () => new Date().toISOString().replace(/[:.]/g, '-')

/** Moves the former database aside, its log with it. */
const keepFormer = (path: string): string | null => {
  if (!existsSync(path)) return null
  const kept = `${path}.${stamp()}`
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, kept + suffix)
  }
  return kept
}

const restoreSecret = (path: string, secret: string) => {
  if (existsSync(path) && readFileSync(path, 'utf8').trim() === secret) return
  if (existsSync(path)) renameSync(path, `${path}.${stamp()}`)
  writeFileSync(path, `${secret}\n`, { mode: 0o600 })
}
