import { CommanderError } from '@commander-js/extra-typings'
import { CommandError, Interrupted, interruptedExit, note, UsageError } from './cli/command.ts'
import { createProgram } from './cli/program.ts'
import { BadSetting } from './service/config/config.ts'

const run = async (line: string[]) => {
  const { program } = createProgram()
  if (line.length === 0) return program.outputHelp()
  try {
    await program.parseAsync(line, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) throw error
    if (error instanceof CommandError || error instanceof Interrupted) throw error
    const { userFixable } = await import('./cli/user-fixable.ts')
    throw userFixable(error)
  }
}

const report = (error: unknown) => {
  if (error instanceof CommanderError) return reportUsage(error)
  if (error instanceof Interrupted) {
    process.exitCode = interruptedExit
    return
  }
  const isPlain = error instanceof BadSetting || error instanceof CommandError
  if (isPlain) note(`qpr: ${error.message}`)
  else note(`qpr: ${error instanceof Error ? error.stack : String(error)}`)
  process.exitCode = error instanceof UsageError ? 2 : 1
}

/** Commander has printed a help or a version that was asked for. */
const reportUsage = ({ exitCode, code, message }: CommanderError) => {
  if (exitCode === 0) return
  process.exitCode = 2
  const isActionMissing = code === 'commander.help'
  // A suggestion is on a line of its own.
  const text = message.replace('error: ', '').replaceAll('\n', ' ')
  note(`qpr: ${isActionMissing ? 'Name the action. qpr help COMMAND lists the actions.' : text}`)
}

// Databases, backups, mails and the secret must only be readable by their owner.
process.umask(0o077)

// A reader that needs only the first lines (`qpr config | head`) closes the pipe early. That is not a
// failure; a full disk is.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  report(error)
}
