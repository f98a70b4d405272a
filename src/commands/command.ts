import { type ParseArgsConfig, parseArgs } from 'node:util'

export interface Command {
  /** What `--help` prints. */
  usage: string
  run(args: string[]): Promise<void>
}

/** Something the person at the terminal can mend; shown without a stack trace. */
export class CommandError extends Error {}

export const readArguments = <const T extends ParseArgsConfig>(args: string[], options: T) => {
  try {
    return parseArgs({ ...options, args, strict: true })
  } catch (error) {
    throw new CommandError((error as Error).message)
  }
}

export const print = (line = '') => process.stdout.write(`${line}\n`)
