import { type Command, Option } from '@commander-js/extra-typings'
import { safeText } from '../platform/kit/terminal.ts'

export { paint } from '../platform/kit/terminal.ts'

/** An error that the user can fix; printed without a stack trace. Exit code 1. */
export class CommandError extends Error {}

/** The command line itself is wrong. Exit code 2. */
export class UsageError extends CommandError {}

/** The value of a flag or variable. Parsers throw what completes the sentence "NAME …". */
export const parseGiven = <T>(name: string, value: string, parse: (value: string) => T): T => {
  try {
    return parse(value)
  } catch (error) {
    throw new UsageError(`${name} ${(error as Error).message}`)
  }
}

/** The message of `fetch` itself only states that it failed. */
export const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error
  if (!(cause instanceof Error)) return message
  return 'code' in cause ? String(cause.code) : cause.message
}

/** The option of commands that print JSON for programs. */
export interface Output {
  json?: true | undefined
}

/** Ctrl+C ended a command before it was done: 128 and the number of SIGINT, as in a shell. */
export const interruptedExit = 130

/** Text from other people in a table: on one line. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

export const print = (line = ''): void => printText(`${line}\n`)

/** A part of a line, for an answer that arrives in parts. */
export const printText = (text: string): void => {
  process.stdout.write(safeText(text))
}

/** A note beside the output: redirecting standard output must not swallow it. */
export const note = (line: string): void => noteText(`${line}\n`)

/** A question, whose answer is typed on the same line. */
export const noteText = (text: string): void => {
  process.stderr.write(safeText(text))
}

/** JSON whose control characters are escaped: safe for a terminal, and still the same value. */
export const jsonText = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replaceAll(
    /[\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

export const printJson = (value: unknown): void => print(jsonText(value, 2))

export const printJsonLine = (value: unknown): void => print(jsonText(value))

/** Ctrl+C ended a command before it was done. Exit code 130, without a message. */
export class Interrupted extends Error {}

/** Aborts on Ctrl+C and SIGTERM, for commands that run until then. */
export const stopOnSignal = (): AbortSignal => {
  const stopping = new AbortController()
  // Repeated signals are expected: Ctrl+C reaches the whole process group, and npm forwards it too.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopping.abort())
  return stopping.signal
}

/** What help, reference and tests state about a command in addition to its arguments and options. */
export interface Notes {
  /** One line. */
  summary: string
  /** Paragraphs, each on one line. */
  details: readonly string[]
  /** Commands to type, at least one. */
  examples: readonly string[]
  /** It changes nothing and creates no file. */
  readsOnly?: true
  /** Exit codes beside 0, 1 and 2, or a special meaning of one of them. */
  exits?: Readonly<Record<number, string>>
  /** An example of the output of `--json`. */
  json?: unknown
  /** `--json` prints one line of JSON for each thing instead of one document. */
  isJsonLines?: true
}

/** Declares a command, without arguments and options yet. A name of two words is an action of a group. */
export type Add = (name: string, notes: Notes) => Command

export const json = new Option('--json', 'print JSON instead of text')
export const jsonLines = new Option('--json', 'print one line of JSON for each of them')

/** `--search TEXT` */
export const optionTerm = ({ long, flags }: Option): string =>
  [long, ...flags.split(' ').filter((word) => word.startsWith('<'))].join(' ').replace(/[<>]/g, '')

export const shells = ['bash', 'zsh', 'fish'] as const
export type ShellName = (typeof shells)[number]
