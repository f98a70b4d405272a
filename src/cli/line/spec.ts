export interface Argument {
  /** Shown in upper case. */
  name: string
  /** One line. */
  help: string
  isOptional?: true
  /** Shells complete the names of files. */
  isFile?: true
  choices?: readonly string[]
}

export interface Flag {
  /** One line. */
  help: string
  /** The placeholder of the value. A flag without it is a switch. */
  value?: string
  isRequired?: true
  isFile?: true
  choices?: readonly string[]
}

/** Everything about a command except its code. Parsing, help, completion and docs come from it. */
export interface CommandSpec {
  /** One line. */
  summary: string
  /** In order; only the last ones may be optional. */
  arguments?: readonly Argument[]
  flags?: Readonly<Record<string, Flag>>
  /** Paragraphs, each on one line. */
  details: readonly string[]
  /** Commands to type, at least one. */
  examples: readonly string[]
  /** Whether it changes nothing and creates no file. */
  readsOnly: boolean
  /** Exit codes beside 0, 1 and 2, or a special meaning of one of them. */
  exits?: Readonly<Record<number, string>>
  /** An example of the output of `--json`. Commands without it do not accept `--json`. */
  json?: unknown
  /** Prints one line of JSON for each thing instead of one document. */
  isJsonLines?: true
}

type ArgumentValues<A extends readonly Argument[]> = {
  [One in A[number] as One['name']]: One extends { isOptional: true } ? string | undefined : string
}

type ValueOf<F extends Flag> = F extends { value: string }
  ?
      | (F extends { choices: readonly (infer Choice)[] } ? Choice : string)
      | (F extends { isRequired: true } ? never : undefined)
  : boolean

type FlagValues<F extends Readonly<Record<string, Flag>>> = {
  [Name in keyof F]: ValueOf<F[Name]>
}

/** The arguments and flags of a command after parsing, by their names. */
export type ValuesOf<S extends CommandSpec> = (S extends { arguments: infer A }
  ? A extends readonly Argument[]
    ? ArgumentValues<A>
    : unknown
  : unknown) &
  (S extends { flags: infer F }
    ? F extends Readonly<Record<string, Flag>>
      ? FlagValues<F>
      : unknown
    : unknown) &
  (S extends { json: unknown } ? { json: boolean } : unknown)

export const jsonFlag: Flag = { help: 'print JSON instead of text' }
export const jsonLinesFlag: Flag = { help: 'print one line of JSON for each of them' }
export const helpFlag: Flag = { help: 'describe the command' }

/** All flags of a command, in the order of the help. */
export const flagsOf = (spec: CommandSpec): Record<string, Flag> => ({
  ...spec.flags,
  ...(spec.json !== undefined && { json: spec.isJsonLines ? jsonLinesFlag : jsonFlag }),
  help: helpFlag,
})
