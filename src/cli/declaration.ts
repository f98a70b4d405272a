import { type Command, Option } from '@commander-js/extra-typings'

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
