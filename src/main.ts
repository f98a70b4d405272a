import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Command, CommandError } from './commands/command.ts'
import { BadSetting } from './config/config.ts'
import { projectFile } from './kit/project.ts'

/** Loaded on demand, so that `qpr config` does not load a web server. */
const commands: Record<string, { summary: string; load: () => Promise<{ command: Command }> }> = {
  serve: { summary: 'Run the service', load: () => import('./commands/serve.ts') },
  migrate: {
    summary: 'Update the database schema',
    load: () => import('./commands/migrate.ts'),
  },
  config: { summary: 'List all settings', load: () => import('./commands/config.ts') },
  keys: { summary: 'Create, list and revoke API keys', load: () => import('./commands/keys.ts') },
  signin: { summary: 'Print a one-time sign-in link', load: () => import('./commands/signin.ts') },
  backup: { summary: 'Copy the database to one file', load: () => import('./commands/backup.ts') },
  restore: { summary: 'Restore a backup', load: () => import('./commands/restore.ts') },
  listen: {
    summary: 'Forward events to your machine',
    load: () => import('./commands/remote/listen.ts'),
  },
  jobs: { summary: 'List and cancel background jobs', load: () => import('./commands/jobs.ts') },
  doctor: { summary: 'Check the installation', load: () => import('./commands/doctor.ts') },
  seed: { summary: 'Create demo data', load: () => import('./commands/seed.ts') },
}

const help = () => `qpr: QR codes that talk

Usage: qpr COMMAND [OPTIONS]

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`)
  .join('\n')}

qpr COMMAND --help describes a command.
`

const run = async ([name, ...args]: string[]) => {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(help())
    return
  }
  const known = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!known)
    throw new CommandError(`There is no command "${name}". qpr --help lists all commands.`)
  const { command } = await known.load()
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${command.usage.trim()}\n`)
    return
  }
  try {
    await command.run(args)
  } catch (error) {
    const { mendable } = await import('./commands/mendable.ts')
    throw mendable(error)
  }
}

// Stripping types and compiling take half of a cold start, so cache the result next to the
// packages.
enableCompileCache(fileURLToPath(projectFile('node_modules/.cache/compile')))

// Databases, backups, mails and the secret must only be readable by their owner.
process.umask(0o077)

// `qpr config
// head` closes the pipe early, which is not a failure.
process.stdout.on('error', () => process.exit(0))

try {
  await run(process.argv.slice(2))
} catch (error) {
  if (error instanceof BadSetting || error instanceof CommandError) {
    process.stderr.write(`qpr: ${error.message}\n`)
  } else {
    process.stderr.write(`qpr: ${error instanceof Error ? error.stack : String(error)}\n`)
  }
  process.exitCode = 1
}
