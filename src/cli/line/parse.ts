import { parseArgs } from 'node:util'
import { UsageError } from '../command.ts'
import { usageOf } from './help.ts'
import { type CommandSpec, type Flag, flagsOf } from './spec.ts'
import { didYouMean } from './suggest.ts'
import { actionsOf, type CommandName, commands, firstWords, groups } from './table.ts'

export type ParsedValues = Record<string, string | boolean | undefined>

export type Request =
  | { kind: 'version' }
  /** Without words: the list of all commands. */
  | { kind: 'help'; words: string[] }
  | { kind: 'run'; name: CommandName; values: ParsedValues }

const isHelp = (word: string | undefined) => word === '--help' || word === '-h'

/** Reads a command line, without the names of the runtime and the program. */
export const parseLine = (line: string[]): Request => {
  const [first, ...rest] = line
  if (first === undefined || isHelp(first)) return { kind: 'help', words: [] }
  if (first === '--version' || first === '-v') return { kind: 'version' }
  if (first.startsWith('-')) throw unknownFlag(first, ['--help', '--version'], 'qpr help')
  requireCommand(first)
  if (!Object.hasOwn(groups, first)) return parseCommand(first as CommandName, rest)
  const [action, ...more] = rest
  if (isHelp(action)) return { kind: 'help', words: [first] }
  const fallback = groups[first]?.default
  if (action === undefined || action.startsWith('-')) {
    if (fallback === undefined) throw missingAction(first)
    return parseCommand(`${first} ${fallback}` as CommandName, rest)
  }
  requireAction(first, action)
  return parseCommand(`${first} ${action}` as CommandName, more)
}

export const requireCommand = (word: string) => {
  if (firstWords().includes(word)) return
  throw new UsageError(
    `There is no command "${word}".${didYouMean(word, firstWords())} qpr help lists all commands.`,
  )
}

export const requireAction = (group: string, action: string) => {
  const actions = actionsOf(group)
  if (actions.includes(action)) return
  throw new UsageError(
    `qpr ${group} has no action "${action}".${didYouMean(action, actions)} It has ${listed(actions, 'and')}.`,
  )
}

const missingAction = (group: string) =>
  new UsageError(`Name the action: qpr ${group} ${listed(actionsOf(group), 'or')}.`)

const listed = (words: readonly string[], joint: string): string =>
  words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} ${joint} ${words[words.length - 1]}`

const parseCommand = (name: CommandName, args: string[]): Request => {
  const spec = commands[name]
  const flags = flagsOf(spec)
  const { tokens } = parseArgs({
    args,
    // The messages of the strict form name the programming interface, not our usage.
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: Object.fromEntries(
      Object.entries(flags).map(([flag, { value }]) => [
        flag,
        {
          type: value ? ('string' as const) : ('boolean' as const),
          ...(flag === 'help' && { short: 'h' }),
        },
      ]),
    ),
  })
  if (tokens.some((token) => token.kind === 'option' && token.name === 'help')) {
    return { kind: 'help', words: name.split(' ') }
  }
  const values: ParsedValues = {}
  for (const [flag, { value }] of Object.entries(flags)) if (!value) values[flag] = false
  const positionals: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind === 'option') values[token.name] = flagValue(name, flags, token)
  }
  requireFlags(name, flags, values)
  return { kind: 'run', name, values: { ...values, ...argumentValues(name, spec, positionals) } }
}

interface FlagToken {
  name: string
  rawName: string
  value: string | undefined
}

const flagValue = (name: CommandName, flags: Record<string, Flag>, token: FlagToken) => {
  const flag = Object.hasOwn(flags, token.name) ? flags[token.name] : undefined
  if (!flag) {
    const known = Object.keys(flags).map((one) => `--${one}`)
    throw unknownFlag(token.rawName, known, `qpr help ${name}`)
  }
  if (!flag.value) {
    if (token.value === undefined) return true
    throw new UsageError(`--${token.name} takes no value.`)
  }
  if (token.value === undefined) {
    throw new UsageError(`--${token.name} needs a value: --${token.name} ${flag.value}.`)
  }
  requireChoice(`--${token.name}`, token.value, flag.choices)
  return token.value
}

const unknownFlag = (flag: string, known: string[], help: string) =>
  new UsageError(`There is no option ${flag}.${didYouMean(flag, known)} ${help} lists the options.`)

const requireChoice = (what: string, value: string, choices: readonly string[] | undefined) => {
  if (!choices || choices.includes(value)) return
  throw new UsageError(
    `${what} must be one of ${choices.join(', ')}, not "${value}".${didYouMean(value, choices)}`,
  )
}

const requireFlags = (name: CommandName, flags: Record<string, Flag>, values: ParsedValues) => {
  for (const [flag, { isRequired, value, help }] of Object.entries(flags)) {
    if (!isRequired || values[flag] !== undefined) continue
    throw new UsageError(`qpr ${name} needs --${flag} ${value}: ${help}.`)
  }
}

const argumentValues = (name: CommandName, spec: CommandSpec, given: string[]): ParsedValues => {
  const expected = spec.arguments ?? []
  const extra = given[expected.length]
  if (extra !== undefined) {
    throw new UsageError(`Unexpected argument "${extra}". Usage: ${usageOf(name)}`)
  }
  return Object.fromEntries(
    expected.map(({ name: argument, isOptional, choices }, at) => {
      const value = given[at]
      if (value === undefined && !isOptional) {
        throw new UsageError(`Name the ${argument.replaceAll('_', ' ')}: ${usageOf(name)}.`)
      }
      if (value !== undefined) requireChoice(argument.toUpperCase(), value, choices)
      return [argument, value]
    }),
  )
}
