// One table of what may follow which words. The script of each shell contains it and reads it in
// the same way: a known word leads to its own rows, and the word after a flag is its value.
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { optionTerm, type ShellName } from './command.ts'

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

export const scriptFor = (shell: ShellName, program: CommandUnknownOpts): string =>
  readers[shell](tableOf(program))

/** For bash 3.2 and later, without the package bash-completion. */
const bashReader = (table: string): string => `# bash completion for qpr
_qpr_table='${table}'
_qpr() {
  local cur=\${COMP_WORDS[COMP_CWORD]} at= files= found= given key word help
  for given in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [[ $at == *' --'* ]]; then at=\${at% --*}
    elif [[ $'\\n'$_qpr_table == *$'\\n'"\${at:+$at }$given|"* ]]; then at=\${at:+$at }$given; fi
  done
  while IFS='|' read -r key word help; do
    [[ $key == "$at" ]] || continue
    if [[ $word == / ]]; then files=1; else found="$found $word"; fi
  done <<< "$_qpr_table"
  local IFS=$' \\n'
  COMPREPLY=($(compgen -W "$found" -- "$cur"))
  [[ $files && $cur != -* ]] || return 0
  IFS=$'\\n'
  COMPREPLY=($(compgen -f -- "$cur"))
  compopt -o filenames 2>/dev/null
}
complete -F _qpr qpr`

/** For zsh, in a directory of $fpath or for \`source\`. */
const zshReader = (table: string): string => `#compdef qpr
_qpr_table='${table}'
_qpr() {
  local at= files= given line
  local -a found part
  for given in "\${(@)words[2,CURRENT-1]}"; do
    if [[ $at == *' --'* ]]; then at=\${at% --*}
    elif [[ $'\\n'$_qpr_table == *$'\\n'"\${at:+$at }$given|"* ]]; then at=\${at:+$at }$given; fi
  done
  for line in "\${(@f)_qpr_table}"; do
    part=("\${(@s:|:)line}")
    [[ $part[1] == "$at" && -n $part[2] ]] || continue
    if [[ $part[2] == / ]]; then files=1; else found+=("$part[2]:$part[3]"); fi
  done
  if [[ $files && $PREFIX != -* ]]; then _files; else _describe word found; fi
}
if [[ $funcstack[1] == _qpr ]]; then _qpr "$@"; else compdef _qpr qpr; fi`

/** For fish 3 and later. */
const fishReader = (table: string): string => `# fish completion for qpr
set -g __qpr_table (string split \\n '${table}')
function __qpr_offers
  set -l at
  for given in (commandline -opc)[2..-1]
    if string match -q '* --*' -- "$at"
      set at (string replace -r ' --.*' '' -- $at)
    else if string match -q -- (string join -- ' ' $at $given)'|*' $__qpr_table
      set at (string join -- ' ' $at $given)
    end
  end
  for line in $__qpr_table
    set -l part (string split -m 2 '|' -- $line)
    test "$part[1]" = "$at"; or continue
    switch "$part[2]"
      case /
        __fish_complete_path (commandline -ct)
      case '?*'
        printf '%s\\t%s\\n' $part[2] "$part[3]"
    end
  end
end
complete -c qpr -f -a '(__qpr_offers)'`

const readers = { bash: bashReader, zsh: zshReader, fish: fishReader }
