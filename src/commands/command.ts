import { type ParseArgsConfig, parseArgs } from 'node:util'

export interface Command {
  /** The output of `--help`. */
  usage: string
  run(args: string[]): Promise<void>
}

/** An error that the user can fix; printed without a stack trace. */
export class CommandError extends Error {}

export const readArguments = <const T extends ParseArgsConfig>(args: string[], options: T) => {
  try {
    return parseArgs({ ...options, args, strict: true })
  } catch (error) {
    throw new CommandError((error as Error).message)
  }
}

export const print = (line = '') => process.stdout.write(`${line}\n`)
