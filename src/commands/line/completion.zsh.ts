import { type CommandSpec, type Flag, flagsOf } from './spec.ts'
import {
  actionsOf,
  type CommandName,
  commandNames,
  commands,
  firstWords,
  groups,
  summaryOf,
} from './table.ts'

/** The completion script for zsh, for a directory of $fpath or for `source`. */
export const zshCompletion = (): string => `#compdef qpr
_qpr() {
  local -a words_of
  if ((CURRENT == 2)); then
    words_of=(${described(firstWords().map((word) => [word, summaryOf(word)]))})
    _describe command words_of
    return
  fi
  local name=$words[2]
  case $name in
${Object.keys(groups).map(groupCase).join('\n')}
    help)
      words_of=(${described(firstWords().map((word) => [word, summaryOf(word)]))})
      ((CURRENT == 3)) && _describe command words_of
${Object.keys(groups)
  .map(
    (group) =>
      `      ((CURRENT == 4)) && [[ $words[3] == ${group} ]] && compadd ${actionsOf(group).join(' ')}`,
  )
  .join('\n')}
      return
      ;;
    *)
      shift words
      ((CURRENT--))
      ;;
  esac
  case $name in
${commandNames.map((name) => argumentsCase(name, commands[name])).join('\n')}
  esac
}

if [[ $funcstack[1] == _qpr ]]; then
  _qpr "$@"
else
  compdef _qpr qpr
fi`

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const described = (rows: readonly (readonly [string, string])[]): string =>
  rows.map(([word, help]) => quoted(`${word}:${help}`)).join(' ')

const groupCase = (group: string): string => {
  const rows = actionsOf(group).map(
    (action) => [action, commands[`${group} ${action}` as CommandName].summary] as const,
  )
  return `    ${group})
      if ((CURRENT == 3)); then
        words_of=(${described(rows)})
        _describe action words_of
        return
      fi
      name="$name $words[3]"
      shift 2 words
      ((CURRENT -= 2))
      ;;`
}

/** Brackets and colons have a meaning in the specifications of `_arguments`. */
const plain = (text: string): string => text.replaceAll(/[[\]:\\]/g, '\\$&')

const argumentsCase = (name: string, spec: CommandSpec): string => {
  const flags = Object.entries(flagsOf(spec)).map(([flag, about]) =>
    quoted(`--${flag}[${plain(about.help)}]${about.value ? valuePart(about.value, about) : ''}`),
  )
  const given = (spec.arguments ?? []).map((argument, at) =>
    quoted(`${at + 1}${valuePart(argument.name, argument)}`),
  )
  return `    ${quoted(name)}) _arguments ${[...flags, ...given].join(' ')} ;;`
}

const valuePart = (
  label: string,
  { choices, isFile }: Pick<Flag, 'choices' | 'isFile'>,
): string => {
  const values = choices ? `(${choices.join(' ')})` : isFile ? '_files' : ' '
  return `:${plain(label)}:${values}`
}
