import {
  CommandError,
  Interrupted,
  interruptedExit,
  note,
  print,
  UsageError,
} from './cli/command.ts'
import { loaders } from './cli/commands.ts'
import { helpText } from './cli/line/help.ts'
import { type ParsedValues, parseLine } from './cli/line/parse.ts'
import type { CommandName } from './cli/line/table.ts'
import { version } from './platform/kit/version.ts'
import { BadSetting } from './service/config/config.ts'

const run = async (line: string[]) => {
  const request = parseLine(line)
  if (request.kind === 'version') return print(`qpr ${version}`)
  if (request.kind === 'help') return print(helpText(request.words))
  try {
    await runCommand(request.name, request.values)
  } catch (error) {
    if (error instanceof CommandError || error instanceof Interrupted) throw error
    const { mendable } = await import('./cli/mendable.ts')
    throw mendable(error)
  }
}

const runCommand = async (name: CommandName, values: ParsedValues) => {
  // The parser has checked the values against the same table that gives them their types.
  const command = (await loaders[name]()) as (values: ParsedValues) => Promise<void>
  await command(values)
}

const report = (error: unknown) => {
  if (error instanceof Interrupted) {
    process.exitCode = interruptedExit
    return
  }
  const isPlain = error instanceof BadSetting || error instanceof CommandError
  if (isPlain) note(`qpr: ${error.message}`)
  else note(`qpr: ${error instanceof Error ? error.stack : String(error)}`)
  process.exitCode = error instanceof UsageError ? 2 : 1
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
