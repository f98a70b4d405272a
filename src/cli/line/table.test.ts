import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { projectFile } from '../../platform/kit/project.ts'
import { loaders } from '../commands.ts'
import { helpText } from './help.ts'
import { parseLine } from './parse.ts'
import { reference } from './reference.ts'
import { flagsOf } from './spec.ts'
import { actionsOf, commandNames, commands, firstWords, groups, sections } from './table.ts'

/** The words of an example, up to a pipe or a redirection. */
const wordsOf = (example: string): string[] => {
  const [call = ''] = example.split(/ [|<>] /)
  const words = [...call.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare)
  return words.map(String).slice(1)
}

for (const name of commandNames) {
  const spec = commands[name]

  test(`the table describes qpr ${name} completely`, () => {
    const given = spec.arguments ?? []
    const flags = Object.keys(spec.flags ?? {})
    const firstOptional = given.findIndex(({ isOptional }) => isOptional)
    if (firstOptional >= 0) assert.ok(given.slice(firstOptional).every((one) => one.isOptional))
    assert.equal(
      new Set([...given.map((one) => one.name), ...flags]).size,
      given.length + flags.length,
    )
    assert.doesNotMatch(flags.join(' '), /\b(json|help)\b/)
    assert.match(spec.summary, /^[A-Z].*[^.]$/)
    for (const paragraph of spec.details) assert.match(paragraph, /^\S.*\.$/)
    for (const { help } of [...given, ...Object.values(flagsOf(spec))]) assert.match(help, /[^.]$/)
    assert.equal(typeof loaders[name], 'function')
  })

  test(`every example of qpr ${name} is accepted`, () => {
    assert.ok(spec.examples.length > 0)
    for (const example of spec.examples) {
      const request = parseLine(wordsOf(example))
      assert.equal(request.kind, 'run', example)
      if (request.kind === 'run' && !example.includes('|')) assert.equal(request.name, name)
    }
  })

  test(`qpr help ${name} and qpr ${name} --help print usage, example and exit codes`, () => {
    for (const flag of ['--help', '-h']) {
      const request = parseLine([...name.split(' '), flag, 'nonsense', '--nonsense'])
      assert.deepEqual(request, { kind: 'help', words: name.split(' ') })
    }
    const text = helpText(name.split(' '))
    assert.match(text, new RegExp(`^Usage: qpr ${name}\\b`))
    for (const flag of Object.keys(flagsOf(spec))) assert.ok(text.includes(`  --${flag}`))
    for (const example of spec.examples) assert.ok(text.includes(example))
    for (const code of [0, 1, 2]) assert.match(text, new RegExp(`^  ${code} `, 'm'))
    const lines = text.split('\n').filter((line) => !spec.examples.includes(line.trim()))
    assert.deepEqual(
      lines.filter((line) => line.length > 100),
      [],
    )
  })
}

test('qpr help lists every command once, and a group lists its actions', () => {
  const listed = [...helpText([]).matchAll(/^ {2}(\w+) {2,}\S/gm)].map(([, word]) => word)
  assert.deepEqual(listed, firstWords())
  assert.deepEqual(Object.values(sections).flat(), commandNames)
  for (const group of Object.keys(groups)) {
    const text = helpText([group])
    for (const action of actionsOf(group)) assert.match(text, new RegExp(`qpr ${group} ${action}`))
  }
})

test('docs/commands.md is what the table gives', () => {
  const written = readFileSync(projectFile('docs/commands.md'), 'utf8')
  assert.ok(written === reference(), 'docs/commands.md is outdated: npm run docs:commands')
})
