import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type CommandName, commandNames, commands } from '../../src/commands/line/table.ts'
import { type Machine, newMachine } from '../harness/service/process.ts'
import { assertShape } from './shape.ts'

/** Commands of this machine; `{id}` is the id in the last output. */
const besideService = [
  ['config'],
  ['keys', 'create', 'Point of sale'],
  ['keys', 'revoke', '{id}'],
  ['keys', 'list'],
  ['signin'],
  ['doctor', '--rebuild-analytics'],
  ['doctor'],
  ['jobs', 'list'],
  ['backup', 'backup.db'],
  ['seed'],
]
const withoutService = [['migrate'], ['restore', 'BACKUP']]
/** Covered with a running service in remote.test.ts, or not possible without a long job. */
const elsewhere: CommandName[] = [
  ...(['login', 'logout', 'codes list', 'codes create', 'ask', 'tail', 'listen'] as const),
  'knowledge add',
  'jobs cancel',
  'copy',
]

const moduleOf = (path: string) =>
  JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href)

/** Runs several commands in one process, because starting a process takes longer than they do. */
const runAll = async (machine: Machine, lines: string[][]) => {
  const program = `
    const { loaders } = await import(${moduleOf('commands/commands.ts')})
    const { parseLine } = await import(${moduleOf('commands/line/parse.ts')})
    const outputs = []
    const write = process.stdout.write
    for (const line of JSON.parse(process.argv[1])) {
      const words = line.map((word) => word.replace('{id}', () => JSON.parse(outputs.at(-1)).id))
      const { name, values } = parseLine([...words, '--json'])
      let text = ''
      process.stdout.write = (part) => { text += part; return true }
      await (await loaders[name]())(values)
      process.stdout.write = write
      outputs.push(text)
    }
    process.stdout.write(JSON.stringify(outputs))
    process.exit(0)`
  const args = ['--input-type=module', '--eval', program, JSON.stringify(lines)]
  const { stdout, stderr } = await machine.startProgram(process.execPath, args).exited
  const outputs: string[] = JSON.parse(stdout || `"${stderr}"`)
  return lines.map((line, at) => {
    const name = commandNames.find((one) => line.join(' ').startsWith(one)) ?? assert.fail()
    return { name, output: JSON.parse(outputs[at] ?? '') as unknown }
  })
}

const machine = await newMachine({ after })
await machine.serveHere()

test('--json of every local command has the documented shape', async (t) => {
  const fresh = await newMachine(t)
  const results = await runAll(machine, besideService)
  const backup = `${machine.folder}/backup.db`
  const more = withoutService.map((line) => line.map((word) => word.replace('BACKUP', backup)))
  results.push(...(await runAll(fresh, more)))
  for (const { name, output } of results) assertShape(output, commands[name].json, name)
  const seen = new Set([...results.map(({ name }) => name), ...elsewhere])
  const documented = commandNames.filter((name) => commands[name].json !== undefined)
  assert.deepEqual([...seen].sort(), [...documented].sort())
})

test('a schema older than the program is not changed by a command that only reads', async (t) => {
  const old = await newMachine(t)
  await old.startProgram(process.execPath, [
    '--eval',
    `const { DatabaseSync } = require('node:sqlite')
     require('node:fs').mkdirSync('data')
     new DatabaseSync('data/qpr.db').exec('create table migrations (name text, timestamp text)')`,
  ]).exited
  const { code, stderr } = await old.run(['keys', 'list'])
  assert.equal(code, 1)
  assert.match(stderr, /^qpr: The database schema is older .* Run qpr migrate[^\n]+\n$/)
})
