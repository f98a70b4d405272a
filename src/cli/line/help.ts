import { paint } from '../command.ts'
import { type CommandSpec, flagsOf } from './spec.ts'
import {
  actionsOf,
  type CommandName,
  commands,
  commonExits,
  firstWords,
  groups,
  sections,
  summaryOf,
} from './table.ts'

const width = 96

/** `qpr codes create NAME [OPTIONS]` */
export const usageOf = (name: CommandName): string => {
  const spec = commands[name]
  const given = (spec.arguments ?? []).map(({ name: argument, isOptional }) =>
    isOptional ? `[${argument.toUpperCase()}]` : argument.toUpperCase(),
  )
  const flags = Object.entries(flagsOf(spec))
  const required = flags
    .filter(([, { isRequired }]) => isRequired)
    .map(([flag, { value }]) => `--${flag} ${value}`)
  const hasMore = flags.length > required.length + 1
  return ['qpr', name, ...given, ...required, ...(hasMore ? ['[OPTIONS]'] : [])].join(' ')
}

/** The output of `qpr help`, for all commands, a group or a command. */
export const helpText = (words: readonly string[]): string => {
  const [word] = words
  if (word === undefined) return overview()
  const name = words.join(' ')
  return Object.hasOwn(commands, name) ? commandHelp(name as CommandName) : groupHelp(word)
}

const overview = (): string =>
  [
    'qpr: QR codes that talk',
    '',
    'Usage: qpr COMMAND [OPTIONS]',
    ...Object.entries(sections).flatMap(([title, names]) => [
      '',
      heading(`${title}:`),
      ...columns(firstWords(names).map((word) => [word, summaryOf(word)])),
    ]),
    '',
    'qpr help COMMAND describes a command. qpr --version prints the version.',
  ].join('\n')

const groupHelp = (group: string): string => {
  const names = actionsOf(group).map((action) => `${group} ${action}` as CommandName)
  return [
    ...names.map((name, at) => `${at === 0 ? 'Usage:' : '      '} ${usageOf(name)}`),
    '',
    `${groups[group]?.summary}.`,
    '',
    ...columns(names.map((name) => [name, commands[name].summary])),
    '',
    `qpr help ${names[0]} describes an action.`,
  ].join('\n')
}

const commandHelp = (name: CommandName): string => {
  const spec = commands[name]
  const given = (spec.arguments ?? []).map((one): [string, string] => [
    one.name.toUpperCase(),
    withChoices(one.help, one.choices),
  ])
  return [
    `Usage: ${usageOf(name)}`,
    ...spec.details.flatMap((paragraph) => ['', ...wrap(paragraph, width)]),
    ...(given.length > 0 ? ['', heading('Arguments:'), ...columns(given)] : []),
    '',
    heading('Options:'),
    ...columns(flagRows(spec)),
    '',
    heading('Examples:'),
    ...spec.examples.map((example) => `  ${example}`),
    '',
    heading('Exit codes:'),
    ...columns(exitRows(spec)),
  ].join('\n')
}

export const flagRows = (spec: CommandSpec): [string, string][] =>
  Object.entries(flagsOf(spec)).map(([flag, { value, help, choices }]) => [
    `--${flag}${value ? ` ${value}` : ''}`,
    withChoices(help, choices),
  ])

export const exitRows = (spec: CommandSpec): [string, string][] =>
  Object.entries({ ...commonExits, ...spec.exits })

const withChoices = (help: string, choices: readonly string[] | undefined): string =>
  choices ? `${help} (${choices.join(', ')})` : help

const heading = (text: string): string => paint('bold', text)

/** Two columns; long texts continue below themselves. */
const columns = (rows: readonly (readonly [string, string])[]): string[] => {
  const first = Math.max(...rows.map(([left]) => left.length)) + 2
  return rows.flatMap(([left, right]) =>
    wrap(right, width - first - 2).map(
      (line, at) => `  ${(at === 0 ? left : '').padEnd(first)}${line}`,
    ),
  )
}

const wrap = (text: string, most: number): string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > most) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
