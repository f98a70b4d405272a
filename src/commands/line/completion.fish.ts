import { type CommandSpec, flagsOf } from './spec.ts'
import {
  actionsOf,
  type CommandName,
  commandNames,
  commands,
  firstWords,
  groups,
  summaryOf,
} from './table.ts'

/** The completion script for fish 3 and later. */
export const fishCompletion = (): string =>
  [
    '# fish completion for qpr',
    helpers,
    'complete -c qpr -f',
    ...firstWords().map((word) => offer('__qpr_exactly', word, summaryOf(word))),
    `complete -c qpr -n '__qpr_exactly' -l help -d 'describe the commands'`,
    `complete -c qpr -n '__qpr_exactly' -l version -d 'print the version'`,
    ...Object.keys(groups).flatMap(groupLines),
    ...firstWords().map((word) => offer('__qpr_exactly help', word, summaryOf(word))),
    ...commandNames.flatMap((name) => commandLines(name, commands[name])),
  ].join('\n')

const helpers = `function __qpr_exactly
  set -l given (commandline -opc)
  test "$given[2..-1]" = "$argv"
end
function __qpr_within
  set -l given (commandline -opc)
  set -l last (math (count $argv) + 1)
  test (count $given) -ge $last; and test "$given[2..$last]" = "$argv"
end`

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const offer = (where: string, word: string, help: string): string =>
  `complete -c qpr -n ${quoted(where)} -a ${word} -d ${quoted(help)}`

const groupLines = (group: string): string[] =>
  actionsOf(group).flatMap((action) => {
    const { summary } = commands[`${group} ${action}` as CommandName]
    return [
      offer(`__qpr_exactly ${group}`, action, summary),
      offer(`__qpr_exactly help ${group}`, action, summary),
    ]
  })

const commandLines = (name: string, spec: CommandSpec): string[] => {
  const where = `complete -c qpr -n ${quoted(`__qpr_within ${name}`)}`
  const flags = Object.entries(flagsOf(spec)).map(([flag, { value, choices, isFile, help }]) => {
    const values = choices ? ` -x -a ${quoted(choices.join(' '))}` : isFile ? ' -r -F' : ' -x'
    return `${where} -l ${flag}${value ? values : ''} -d ${quoted(help)}`
  })
  const given = (spec.arguments ?? []).flatMap(({ choices, isFile }) => {
    if (choices) return [`${where} -a ${quoted(choices.join(' '))}`]
    return isFile ? [`${where} -F`] : []
  })
  return [...flags, ...given]
}
