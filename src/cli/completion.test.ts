// The scripts run in real shells. A shell that this machine lacks is left out; bash is always there.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type ShellName, shells } from './command.ts'
import { scriptFor } from './completion.ts'
import { createProgram } from './program.ts'

const { program, commands } = createProgram()

const folder = mkdtempSync(join(tmpdir(), 'qpr-completion-'))
after(() => rmSync(folder, { recursive: true, force: true }))
for (const name of ['alpha.db', 'alpha two.db']) writeFileSync(join(folder, name), '')
for (const shell of shells) {
  writeFileSync(join(folder, `completion.${shell}`), `${scriptFor(shell, program)}\n`)
}

// Each prints "== LINE" and then the offers for the end of the line.
const programs: Record<ShellName, string> = {
  bash: `source "$1"; shift
    for line in "$@"; do
      IFS=' ' read -r -a COMP_WORDS <<< "$line"
      [[ $line == *' ' ]] && COMP_WORDS+=('')
      COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
      _qpr
      printf '== %s\\n' "$line"; printf '%s\\n' "\${COMPREPLY[@]}"
    done`,
  fish: `source $argv[1]
    for line in $argv[2..-1]
      echo "== $line"; complete -C "$line"
    end`,
  // Ctrl+D lists the offers, in a shell on a terminal.
  zsh: `zmodload zsh/zpty; export TERM=dumb; script=$1; shift
    zpty shell zsh -f -i
    zpty -w shell "autoload -U compinit; compinit -D -u; source '$script'; PS1=rea'dy>'"
    zpty -r shell out '*ready>*'
    for line in "$@"; do
      zpty -n -w shell "$line"$'\\C-D\\C-u'"print DO''NE"$'\\n'
      zpty -r shell out '*DONE*ready>*'
      print -r -- "== $line"; print -r -- "$out"
    done
    zpty -d shell`,
}

const argumentsOf: Record<ShellName, string[]> = {
  bash: ['--norc', '-c', programs.bash, 'bash'],
  fish: ['--no-config', '-c', programs.fish],
  zsh: ['-f', '-c', programs.zsh, 'zsh'],
}

/** The output of a shell for each line. */
const complete = (shell: ShellName, lines: string[]): Map<string, string> => {
  const args = [...argumentsOf[shell], join(folder, `completion.${shell}`), ...lines]
  const output = execFileSync(shell, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
    env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8' },
  })
  const parts = output.split(/^== /m).slice(1)
  return new Map(lines.map((line, at) => [line, parts[at]?.slice(line.length + 1) ?? '']))
}

const expected: Record<string, { offers: string[]; not?: string[] }> = {
  'qpr ': { offers: program.commands.map((command) => command.name()) },
  'qpr co': { offers: ['codes', 'config', 'completion'], not: ['serve', 'keys'] },
  'qpr keys ': { offers: ['create', 'list', 'revoke'], not: ['cancel'] },
  'qpr help ': { offers: ['codes', 'serve'] },
  'qpr help jobs ': { offers: ['cancel', 'list'], not: ['revoke'] },
  'qpr codes list --s': { offers: ['--search', '--server', '--status'], not: ['--limit'] },
  'qpr codes list --status ': { offers: ['active', 'archived'] },
  'qpr codes create --template ': { offers: ['hospitality', 'retail'] },
  'qpr completion ': { offers: ['bash', 'zsh', 'fish'] },
  'qpr backup al': { offers: ['alpha.db', 'alpha'] },
  'qpr codes create --prompt-file al': { offers: ['alpha.db'] },
  'qpr serve --port ': { offers: [], not: ['--lan', 'alpha.db'] },
}

const flagLines = Object.entries(commands)
  .filter(([, { notes }]) => notes.json !== undefined)
  .map(([name]) => `qpr ${name} --j`)

for (const shell of shells) {
  if (spawnSync(shell, ['--version']).status !== 0) continue
  test(`${shell} completes commands, actions, flags, their values and files`, () => {
    const offered = complete(shell, [...Object.keys(expected), ...flagLines])
    for (const [line, { offers, not = [] }] of Object.entries(expected)) {
      // The line itself is echoed by a terminal.
      const text = offered.get(line)?.replaceAll(line.trim(), '') ?? ''
      const has = (word: string) => new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(text)
      for (const word of offers) assert.ok(has(word), `${line}| does not offer ${word}: ${text}`)
      for (const word of not) assert.ok(!has(word), `${line}| offers ${word}: ${text}`)
    }
    for (const line of flagLines) assert.match(offered.get(line) ?? '', /--json\b/, line)
  })
}
