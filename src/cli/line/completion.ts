// One table of what may follow which words. The script of each shell contains it and reads it in
// the same way: a known word leads to its own rows, and the word after a flag is its value.
import { print } from '../command.ts'
import { bashReader, fishReader, zshReader } from './completion.readers.ts'
import { type CommandSpec, flagsOf, helpFlag } from './spec.ts'
import {
  actionsOf,
  type CommandName,
  commandNames,
  commands,
  firstWords,
  groups,
  type Run,
  type Shell,
  summaryOf,
} from './table.ts'

/** The words before, the offered word, and its description. */
type Row = [after: string, word: string, help?: string]

const anyFile = '/'
const nothing = ''

const rows = (): Row[] => [
  ['', '--help', 'describe the commands'],
  ['', '--version', 'print the version'],
  ...firstWords().flatMap((word) => atAndBelowHelp('', word, summaryOf(word))),
  ...Object.keys(groups).flatMap((group) => [
    [group, '--help', helpFlag.help] satisfies Row,
    ...actionsOf(group).flatMap((action) =>
      atAndBelowHelp(group, action, commands[`${group} ${action}` as CommandName].summary),
    ),
  ]),
  ...commandNames.flatMap((name) => rowsOf(name, commands[name])),
]

const atAndBelowHelp = (after: string, word: string, help: string): Row[] => [
  [after, word, help],
  [`help ${after}`.trim(), word, help],
]

const rowsOf = (name: string, spec: CommandSpec): Row[] => [
  ...Object.entries(flagsOf(spec)).flatMap(([flag, { value, help, ...values }]): Row[] => [
    [name, `--${flag}`, help],
    ...(value ? valuesAfter(`${name} --${flag}`, values) : []),
  ]),
  ...(spec.arguments ?? []).flatMap((argument) => valuesAfter(name, argument)),
]

const valuesAfter = (
  after: string,
  { choices, isFile }: { choices?: readonly string[]; isFile?: true },
): Row[] => (choices ?? [isFile ? anyFile : nothing]).map((word) => [after, word])

/** In quotes, so an apostrophe would end the table. */
const table = (): string =>
  rows()
    .map(([after, word, help = '']) => `${after}|${word}|${help.replaceAll("'", '’')}`)
    .join('\n')

export const scripts: Readonly<Record<Shell, () => string>> = {
  bash: () => bashReader(table()),
  zsh: () => zshReader(table()),
  fish: () => fishReader(table()),
}

export const run: Run<'completion'> = async ({ shell }) => print(scripts[shell as Shell]())
