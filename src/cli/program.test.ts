import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { projectFile } from '../platform/kit/project.ts'
import { createProgram, nameOf } from './program.ts'
import { reference } from './reference.ts'

interface Parsed {
  name?: string
  arguments?: unknown[]
  options?: unknown
  printed?: string
}

/** Parses a command line without running the command. */
const parse = (line: string[]): Parsed => {
  const parsed: Parsed = {}
  const { program, commands } = createProgram((text) => {
    parsed.printed = (parsed.printed ?? '') + text
  })
  for (const [name, { command }] of Object.entries(commands)) {
    if (name === 'help') continue
    command.action((...given: unknown[]) => {
      Object.assign(parsed, { name, arguments: given.slice(0, -2), options: given.at(-2) })
    })
  }
  try {
    program.parse(line, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error
  }
  return parsed
}

/** The words of an example, up to a pipe or a redirection. */
const wordsOf = (example: string): string[] => {
  const [call = ''] = example.split(/ [|<>] /)
  const words = [...call.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare)
  return words.map(String).slice(1)
}

const accepted: Record<string, Parsed> = {
  'config --json': { name: 'config', arguments: [], options: { json: true } },
  'jobs --json': { name: 'jobs list', arguments: [], options: { json: true } },
  'serve --port=80 --lan': { name: 'serve', arguments: [], options: { port: '80', lan: true } },
  'keys create': { name: 'keys create', arguments: [undefined], options: {} },
  'ask --json k3v9x0pz -- --why?': {
    name: 'ask',
    arguments: ['k3v9x0pz', '--why?'],
    options: { json: true },
  },
  'ask k3v9x0pz -': { name: 'ask', arguments: ['k3v9x0pz', '-'], options: {} },
}

test('a command line becomes a command with its arguments and options', () => {
  for (const [line, expected] of Object.entries(accepted)) {
    assert.deepEqual(parse(line.split(' ')), expected, line)
  }
})

const refused: Record<string, RegExp> = {
  fly: /^error: unknown command 'fly'$/,
  cofnig: /\(Did you mean config\?\)/,
  conf: /\(Did you mean one of config, copy\?\)/,
  constructor: /^error: unknown command 'constructor'$/,
  '--vesrion': /unknown option '--vesrion'\n\(Did you mean --version\?\)/,
  '--json': /unknown option '--json'/,
  'keys lits': /unknown command 'lits'\n\(Did you mean list\?\)/,
  'config PORT': /too many arguments for 'config'/,
  'config --jsn': /unknown option '--jsn'\n\(Did you mean --json\?\)/,
  'config --constructor': /unknown option '--constructor'/,
  'config -x': /unknown option '-x'/,
  'config --json=yes': /unknown option '--json=yes'/,
  'serve --port': /option '--port <PORT>' argument missing/,
  backup: /missing required argument 'file'/,
  'keys revoke': /missing required argument 'key_id'/,
  listen: /required option '--forward-to <URL>' not specified/,
  'codes list --status gone': /'gone' is invalid\. Allowed choices are active, archived\./,
  'completion csh': /'csh' is invalid for argument 'shell'\. Allowed choices are bash, zsh, fish\./,
  'help fly': /unknown command 'fly'/,
  'help backup fly': /unknown command 'fly'/,
}

const isUsageError = (error: unknown) => error instanceof CommanderError && error.exitCode === 1

test('a wrong command line is refused with a sentence and a suggestion', () => {
  for (const [line, message] of Object.entries(refused)) {
    assert.throws(
      () => parse(line.split(' ')),
      (error: Error) => isUsageError(error) && message.test(error.message),
      line,
    )
  }
})

const { program, commands } = createProgram()

const wordsFor = (name: string, { options, registeredArguments }: CommandUnknownOpts) => [
  ...name.split(' '),
  ...options.filter(({ mandatory }) => mandatory).map(({ long }) => `${long}=x`),
  ...registeredArguments.map(({ argChoices }) => argChoices?.[0] ?? 'x'),
]

for (const [name, { command, notes }] of Object.entries(commands)) {
  test(`qpr ${name} is described completely`, () => {
    assert.match(notes.summary, /^[A-Z].*[^.]$/)
    for (const paragraph of notes.details) assert.match(paragraph, /^\S.*\.$/)
    const hasJson = command.options.some(({ long }) => long === '--json')
    assert.equal(hasJson, notes.json !== undefined)
    for (const { description } of [...command.registeredArguments, ...command.options]) {
      assert.match(description, /[^.]$/)
    }
  })

  test(`every example of qpr ${name} is accepted`, () => {
    assert.ok(notes.examples.length > 0)
    for (const example of notes.examples) {
      const parsed = parse(wordsOf(example))
      if (name === 'help') assert.match(parsed.printed ?? '', /^Usage: qpr codes create NAME/)
      else assert.ok(parsed.name === name || example.includes('|'), example)
    }
  })

  test(`qpr ${name} --help prints usage, options, examples and exit codes`, () => {
    for (const flag of ['--help', '-h']) {
      const { printed = '' } = parse([...name.split(' '), flag, 'nonsense', '--nonsense'])
      assert.match(printed, new RegExp(`^Usage: qpr ${name}\\b`))
      for (const { long } of command.options) assert.ok(printed.includes(`  ${long}`))
      for (const example of notes.examples) assert.ok(printed.includes(example))
      for (const code of [0, 1, 2]) assert.match(printed, new RegExp(`^  ${code} `, 'm'))
      const lines = printed.split('\n').filter((line) => !notes.examples.includes(line.trim()))
      assert.deepEqual(
        lines.filter((line) => line.length > 100),
        [],
      )
    }
  })

  test(`qpr ${name} refuses a missing argument, a surplus argument and an unknown option`, () => {
    if (name === 'help') return
    const words = wordsFor(name, command)
    assert.equal(parse(words).name, name)
    assert.throws(() => parse([...words, 'surplus']), isUsageError)
    assert.throws(() => parse([...words, '--unknown']), isUsageError)
    const required = command.registeredArguments.filter((one) => one.required)
    if (required.length > 0) {
      assert.throws(() => parse(words.slice(0, -required.length)), isUsageError)
    }
  })
}

test('qpr help lists every command once, and a group lists its actions', () => {
  const listed = (text = '') => [...text.matchAll(/^ {2}(\w+) {2,}\S/gm)].map(([, word]) => word)
  const names = (command: CommandUnknownOpts) => command.commands.map((one) => one.name())
  assert.deepEqual(listed(parse(['help']).printed), names(program))
  for (const group of program.commands.filter((one) => one.commands.length > 0)) {
    assert.deepEqual(listed(parse([nameOf(group), '--help']).printed), names(group))
  }
})

test('docs/commands.md is what the commands give', () => {
  const written = readFileSync(projectFile('docs/commands.md'), 'utf8')
  assert.ok(written === reference(), 'docs/commands.md is outdated: npm run docs:commands')
})

test('a very long word is refused without looking for a suggestion', () => {
  assert.throws(() => parse(['c'.repeat(100_000)]), isUsageError)
})
