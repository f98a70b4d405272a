import { existsSync } from 'node:fs'
import { masterSecret } from '../app/installation.ts'
import { backUp } from '../storage/backup.ts'
import { sqlitePath } from '../storage/open.ts'
import { type Command, CommandError, print, readArguments } from './command.ts'
import { loadConfig } from './session.ts'

export const command: Command = {
  usage: `
Usage: qpr backup FILE

Copies the database to one file, also while the service runs. The file contains the secret of the
installation: keep it where only you can read it. qpr restore FILE restores it.
On PostgreSQL the command prints the pg_dump command instead.
`,
  async run(args) {
    const { positionals } = readArguments(args, { allowPositionals: true })
    const [file] = positionals
    const config = loadConfig()
    const path = sqlitePath(config.DATABASE_URL)
    if (path === null) {
      print('# PostgreSQL has its own tool. Keep QPR_SECRET (or data/secret) with the dump.')
      print(`pg_dump --format=custom --file=${file ?? 'qpr.dump'} "$DATABASE_URL"`)
      return
    }
    if (file === undefined) throw new CommandError('Name the file: qpr backup FILE.')
    if (existsSync(file)) throw new CommandError(`${file} already exists. Name another file.`)
    if (!existsSync(path)) throw new CommandError(`There is no database at ${path} yet.`)
    await backUp(path, file, masterSecret(config))
    print(`Backed up to ${file}. It contains secrets: keep it safe.`)
  },
}
