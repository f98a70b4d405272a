import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { createProgram } from '../../src/cli/program.ts'
import { type Machine, newMachine } from '../harness/service/process.ts'
import { assertShape } from './shape.ts'

const { commands } = createProgram()
const commandNames = Object.keys(commands)

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
]
const withoutService = [['migrate'], ['restore', 'BACKUP']]
/** Covered with a running service in remote.test.ts, or not possible without a long job. */
const elsewhere = [
  ...['login', 'logout', 'codes list', 'codes create', 'ask', 'tail', 'listen'],
  'knowledge add',
  ...['leads list', 'leads delete'],
  'seed',
  'jobs cancel',
  'jobs retry',
  'copy',
]

const runAll = async (machine: Machine, lines: string[][]) => {
  const results: { name: string; output: unknown }[] = []
  let id = ''
  for (const line of lines) {
    const words = line.map((word) => word.replace('{id}', id))
    const { code, stdout, stderr } = await machine.run([...words, '--json'])
    assert.equal(code, 0, stderr)
    const output = JSON.parse(stdout)
    id = output.id
    const name = commandNames.find((one) => line.join(' ').startsWith(one)) ?? assert.fail()
    results.push({ name, output })
  }
  return results
}

const machine = await newMachine({ after })
await machine.serveHere()

test('--json of every local command has the documented shape', async (t) => {
  const fresh = await newMachine(t)
  const results = await runAll(machine, besideService)
  const backup = `${machine.folder}/backup.db`
  const more = withoutService.map((line) => line.map((word) => word.replace('BACKUP', backup)))
  results.push(...(await runAll(fresh, more)))
  for (const { name, output } of results) assertShape(output, commands[name]?.notes.json, name)
  const seen = new Set([...results.map(({ name }) => name), ...elsewhere])
  const documented = commandNames.filter((name) => commands[name]?.notes.json !== undefined)
  assert.deepEqual([...seen].sort(), [...documented].sort())
})

test('a schema older than the program is not changed by a command that only reads', async (t) => {
  const old = await newMachine(t)
  mkdirSync(join(old.folder, 'data'))
  const file = new DatabaseSync(join(old.folder, 'data', 'qpr.db'))
  file.exec('create table migrations (name text, timestamp text)')
  file.close()
  const { code, stderr } = await old.run(['keys', 'list'])
  assert.equal(code, 1)
  assert.match(stderr, /^qpr: The database schema is older .* Run qpr migrate[^\n]+\n$/)
})
