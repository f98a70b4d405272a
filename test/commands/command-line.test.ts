import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { eventually } from '../harness/checks/eventually.ts'
import type { Organizations } from '../harness/data/given.ts'
import { type Machine, newMachine, projectFile } from '../harness/service/process.ts'

const commands = [
  'serve',
  'migrate',
  'config',
  'keys',
  'signin',
  'backup',
  'restore',
  'listen',
  'jobs',
  'doctor',
  'seed',
]

test('qpr and qpr --help list every command', async (t) => {
  const machine = await newMachine(t)
  for (const args of [[], ['--help'], ['-h'], ['help']]) {
    const { code, stdout, stderr } = await machine.run(args)
    assert.equal(code, 0)
    assert.equal(stderr, '')
    const listed = [...stdout.matchAll(/^ {2}(\w+) +\S/gm)].map(([, name]) => name)
    assert.deepEqual(listed, commands)
  }
})

for (const command of commands) {
  test(`qpr ${command} --help explains the command and does nothing`, async (t) => {
    const machine = await newMachine(t)
    const { code, stdout, stderr } = await machine.run([command, '--help'])
    assert.equal(code, 0)
    assert.equal(stderr, '')
    assert.match(stdout, new RegExp(`^Usage: qpr ${command}\\b[^\n]*\n`))
    assert.match(stdout, /\n\n[A-Z].{40,}\.\n$/s)
    assert.deepEqual(readdirSync(machine.folder), [])
  })
}

test('an unknown command, an unknown option or an extra argument is refused in one line', async (t) => {
  const machine = await newMachine(t)
  for (const args of [['fly'], ['constructor'], ['config', '--json'], ['config', 'PORT']]) {
    const { code, stdout, stderr } = await machine.run(args)
    assert.equal(code, 1, args.join(' '))
    assert.equal(stdout, '')
    assert.match(stderr, /^qpr: [^\n]+\n$/)
  }
})

test('bin/qpr.js, as npx runs it, passes arguments, output and exit code through', async (t) => {
  const machine = await newMachine(t)
  const bin = (...args: string[]) =>
    machine.startProgram(process.execPath, [projectFile('bin/qpr.js'), ...args]).exited
  const good = await bin('backup', '--help')
  assert.equal(good.code, 0)
  assert.match(good.stdout, /^Usage: qpr backup FILE\n/)
  const bad = await bin('backup', 'a file with spaces')
  assert.equal(bad.code, 1)
  assert.match(bad.stderr, /^qpr: There is no database/)
})

test('bin/qpr.js forwards SIGTERM, and ends with the service', async (t) => {
  const machine = await newMachine(t)
  const service = machine.startProgram(process.execPath, [projectFile('bin/qpr.js'), 'serve'])
  await service.printed(/QPR is running\./)
  const { code, stdout } = await service.stop('SIGTERM')
  assert.equal(code, 0)
  assert.match(stdout, /"msg":"stopped"/)
})

test('qpr works with HOME empty, and from another working directory', async (t) => {
  const machine = await newMachine(t)
  const elsewhere = join(machine.folder, 'else where')
  mkdirSync(elsewhere)
  for (const HOME of ['', '/nonexistent']) {
    const service = await machine.serve({ HOME, PWD: elsewhere })
    assert.equal((await (await service.connect()).get('/v1/qpr-codes')).status, 200)
    assert.equal((await service.stop()).code, 0)
  }
  assert.deepEqual(readdirSync(machine.folder), ['else where'])
  assert.deepEqual(readdirSync(elsewhere), ['data'])
})

test('other users cannot read any file that qpr writes', async (t) => {
  // The default umask of most systems, with which files would be readable by all.
  const former = process.umask(0o022)
  t.after(() => process.umask(former))
  const machine = await newMachine(t)
  const service = await machine.serve()
  const api = await service.connect()
  const { body } = await api.get<Organizations>('/v1/organizations')
  const invited = { email: 'mira@example.com' }
  await api.post(`/v1/organizations/${body.organizations[0]?.id}/members`, invited)
  await eventually(async () => assert.ok(filesIn(machine).some(({ path }) => /eml$/.test(path))))
  await machine.run(['backup', 'backup.db'])
  const whileRunning = filesIn(machine)
  await service.stop()
  await machine.run(['restore', 'backup.db'])

  const files = [...whileRunning, ...filesIn(machine)]
  for (const name of ['data', 'secret', 'qpr.db', 'qpr.db-wal', 'backup.db', 'outbox']) {
    assert.ok(
      files.some(({ path }) => basename(path) === name),
      `${name} was looked at`,
    )
  }
  assert.deepEqual(
    files.filter(({ mode }) => (mode & 0o077) !== 0),
    [],
  )
})

const filesIn = ({ folder }: Machine) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => ({
    path,
    mode: statSync(join(folder, path)).mode & 0o777,
  }))
