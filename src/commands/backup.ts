import { existsSync } from 'node:fs'
import { masterSecret } from '../app/installation.ts'
import { backUp } from '../storage/backup.ts'
import { sqlitePath } from '../storage/open.ts'
import { type Command, CommandError, print, readArguments } from './command.ts'
import { loadConfig } from './session.ts'

export const command: Command = {
  usage: `
Usage: qpr backup FILE

Copies the database to one file while the service runs, the secret of the installation included:
keep the file where only you can read it. qpr restore FILE brings it back.
On PostgreSQL it prints the pg_dump command instead.
`,
  async run(args) {
    const { positionals } = readArguments(args, { allowPositionals: true })
    const [file] = positionals
    const config = loadConfig()
    const path = sqlitePath(config.DATABASE_URL)
    if (path === null) {
      print('# PostgreSQL brings its own tool. Keep QPR_SECRET (or data/secret) with the dump.')
      print(`pg_dump --format=custom --file=${file ?? 'qpr.dump'} "$DATABASE_URL"`)
      return
    }
    if (file === undefined) throw new CommandError('Say where to: qpr backup FILE.')
    if (existsSync(file)) throw new CommandError(`${file} exists already. Name another file.`)
    if (!existsSync(path)) throw new CommandError(`There is no database at ${path} yet.`)
    await backUp(path, file, masterSecret(config))
    print(`Backed up to ${file}. It holds secrets: keep it safe.`)
  },
}
