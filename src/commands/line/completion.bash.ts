import { type CommandSpec, flagsOf } from './spec.ts'
import { actionsOf, commandNames, commands, firstWords, groups } from './table.ts'

/** The completion script for bash 3.2 and later, without the package bash-completion. */
export const bashCompletion = (): string => `# bash completion for qpr
_qpr() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} name=\${COMP_WORDS[1]}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    _qpr_words ${quoted([...firstWords(), '--help', '--version'])}
    return
  fi
  case $name in
    ${Object.keys(groups).join(' | ')})
      if ((COMP_CWORD == 2)); then
        case $name in
${Object.keys(groups)
  .map((group) => `          ${group}) _qpr_words ${quoted([...actionsOf(group), '--help'])} ;;`)
  .join('\n')}
        esac
        return
      fi
      name="$name \${COMP_WORDS[2]}"
      ;;
    help)
      if ((COMP_CWORD == 2)); then
        _qpr_words ${quoted(firstWords())}
        return
      fi
      case \${COMP_WORDS[2]} in
${Object.keys(groups)
  .map((group) => `        ${group}) _qpr_words ${quoted(actionsOf(group))} ;;`)
  .join('\n')}
      esac
      return
      ;;
  esac
  case "$name $prev" in
${commandNames.flatMap((name) => valueCases(name, commands[name])).join('\n')}
  esac
  case $name in
${commandNames.map((name) => wordCase(name, commands[name])).join('\n')}
  esac
}

_qpr_words() {
  local IFS=$' \\n'
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
}

_qpr_files() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -f -- "$cur"))
  compopt -o filenames 2>/dev/null
}

complete -F _qpr qpr`

const quoted = (words: readonly string[]): string => `"${words.join(' ')}"`

/** What may follow a flag that takes a value. */
const valueCases = (name: string, spec: CommandSpec): string[] =>
  Object.entries(flagsOf(spec))
    .filter(([, { value }]) => value)
    .map(([flag, { choices, isFile }]) => {
      const values = choices ? `_qpr_words ${quoted(choices)}; ` : isFile ? '_qpr_files; ' : ''
      return `    "${name} --${flag}") ${values}return ;;`
    })

/** Flags, or the values of the arguments. */
const wordCase = (name: string, spec: CommandSpec): string => {
  const flags = Object.keys(flagsOf(spec)).map((flag) => `--${flag}`)
  const given = spec.arguments ?? []
  const choices = given.flatMap((argument) => argument.choices ?? [])
  const words = `_qpr_words ${quoted([...choices, ...flags])}`
  const action = given.some(({ isFile }) => isFile)
    ? `if [[ $cur == -* ]]; then ${words}; else _qpr_files; fi`
    : words
  return `    "${name}") ${action} ;;`
}
