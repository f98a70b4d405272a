import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UsageError } from '../command.ts'
import { parseLine, type Request } from './parse.ts'
import { type CommandName, commandNames, commands } from './table.ts'

const accepted: Record<string, Request> = {
  '': { kind: 'help', words: [] },
  '-h': { kind: 'help', words: [] },
  '--version': { kind: 'version' },
  '-v': { kind: 'version' },
  'keys --help': { kind: 'help', words: ['keys'] },
  'config --json': { kind: 'run', name: 'config', values: { json: true, help: false } },
  'jobs --json': { kind: 'run', name: 'jobs list', values: { json: true, help: false } },
  'serve --port=80 --lan': {
    kind: 'run',
    name: 'serve',
    values: { port: '80', lan: true, help: false },
  },
  'ask --json k3v9x0pz -- --why?': {
    kind: 'run',
    name: 'ask',
    values: { json: true, help: false, short_id: 'k3v9x0pz', question: '--why?' },
  },
}

test('a command line becomes a command with its values', () => {
  for (const [line, request] of Object.entries(accepted)) {
    assert.deepEqual(parseLine(line.split(' ').filter(Boolean)), request, line)
  }
})

const refused: Record<string, RegExp> = {
  fly: /^There is no command "fly"\. qpr help lists all commands\.$/,
  cofnig: /Did you mean "config"\?/,
  conf: /Did you mean "config"\?/,
  constructor: /^There is no command "constructor"/,
  '--vesrion': /There is no option --vesrion\. Did you mean "--version"\?/,
  '--json': /There is no option --json/,
  keys: /^Name the action: qpr keys create, list or revoke\.$/,
  'keys lits': /no action "lits"\. Did you mean "list"\? It has create, list and revoke\.$/,
  'config PORT': /^Unexpected argument "PORT"\. Usage: qpr config \[OPTIONS\]$/,
  'config --jsn': /There is no option --jsn\. Did you mean "--json"\? qpr help config lists/,
  'config --constructor': /There is no option --constructor/,
  'config -x': /There is no option -x/,
  'config --json=yes': /^--json takes no value\.$/,
  'serve --port': /^--port needs a value: --port PORT\.$/,
  backup: /^Name the file: qpr backup FILE/,
  restore: /^Name the file: qpr restore FILE/,
  'keys list --all': /There is no option --all\./,
  'keys revoke': /^Name the key id: qpr keys revoke KEY_ID/,
  listen: /^qpr listen needs --forward-to URL: where to post/,
  'codes list --status gone': /^--status must be one of active, archived, not "gone"\.$/,
  'codes create x --template retial': /Did you mean "retail"\?$/,
  'completion csh': /^SHELL must be one of bash, zsh, fish, not "csh"\. Did you mean "zsh"\?$/,
}

test('a wrong command line is refused with a sentence and a suggestion', () => {
  for (const [line, message] of Object.entries(refused)) {
    assert.throws(
      () => parseLine(line.split(' ')),
      (error) => error instanceof UsageError && message.test(error.message),
      line,
    )
  }
})

test('a missing argument, a surplus argument and an unknown option are refused by every command', () => {
  const isUsageError = (error: unknown) => error instanceof UsageError
  const wordsFor = (name: CommandName) => [
    ...name.split(' '),
    ...Object.entries(commands[name].flags ?? {})
      .filter(([, { isRequired }]) => isRequired)
      .map(([flag]) => `--${flag}=x`),
    ...(commands[name].arguments ?? []).map(({ choices }) => choices?.[0] ?? 'x'),
  ]
  for (const name of commandNames) {
    const words = wordsFor(name)
    assert.equal(parseLine(words).kind, 'run', name)
    assert.throws(() => parseLine([...words, 'surplus']), isUsageError, name)
    assert.throws(() => parseLine([...words, '--unknown']), isUsageError, name)
    const required = (commands[name].arguments ?? []).filter((one) => !one.isOptional)
    if (required.length > 0) {
      assert.throws(() => parseLine(words.slice(0, -required.length)), isUsageError, name)
    }
  }
})

test('a very long word is refused without looking for a suggestion', () => {
  assert.throws(() => parseLine(['c'.repeat(100_000)]), UsageError)
})
