// One table of what may follow which words. The script of each shell contains it and reads it in
// the same way: a known word leads to its own rows, and the word after a flag is its value.
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { print } from './command.ts'
import type { Shell } from './commands.help.ts'
import { bashReader, fishReader, zshReader } from './completion.readers.ts'
import { optionTerm } from './declaration.ts'

/** The words before, the offered word, and its description. */
type Row = [after: string, word: string, help?: string]

const anyFile = '/'
const nothing = ''

const rowsOf = (command: CommandUnknownOpts, at: string): Row[] => [
  ...command
    .createHelp()
    .visibleOptions(command)
    .flatMap((option): Row[] => {
      const [flag = '', value] = optionTerm(option).split(' ')
      return [
        [at, flag, option.description],
        ...(value === undefined ? [] : valuesAfter(`${at} ${flag}`, value, option.argChoices)),
      ]
    }),
  ...command.registeredArguments.flatMap((argument) =>
    valuesAfter(at, argument.name(), argument.argChoices),
  ),
  ...command.commands.flatMap((below): Row[] => [
    [at, below.name(), below.summary()],
    [`help ${at}`.trim(), below.name(), below.summary()],
    ...rowsOf(below, `${at} ${below.name()}`.trim()),
  ]),
]

const valuesAfter = (after: string, value: string, choices?: readonly string[]): Row[] =>
  (choices ?? [/^(file|source)$/i.test(value) ? anyFile : nothing]).map((word) => [after, word])

/** In quotes, so an apostrophe would end the table. */
const tableOf = (program: CommandUnknownOpts): string =>
  rowsOf(program, '')
    .map(([after, word, help = '']) => `${after}|${word}|${help.replaceAll("'", '’')}`)
    .join('\n')

const readers = { bash: bashReader, zsh: zshReader, fish: fishReader }

export const scriptFor = (shell: Shell, program: CommandUnknownOpts): string =>
  readers[shell](tableOf(program))

export const printScript = (shell: Shell, program: CommandUnknownOpts) =>
  print(scriptFor(shell, program))
