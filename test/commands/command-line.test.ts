import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { version } from '../../src/version.ts'
import { sample } from '../harness/checks/depth.ts'
import { eventually } from '../harness/checks/eventually.ts'
import type { Organizations } from '../harness/data/given.ts'
import { type Machine, newMachine, projectFile } from '../harness/service/process.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character begins a colour
const hasColour = /\x1b\[/

test('qpr --version, qpr help and qpr COMMAND --help print text and do nothing', async (t) => {
  const machine = await newMachine(t)
  const outputs: [string[], RegExp][] = [
    [[], /^qpr: QR codes that talk\n\nUsage: qpr COMMAND/],
    [['--version'], new RegExp(`^qpr ${version.replaceAll('.', '\\.')}\n$`)],
    [['help', 'codes', 'create'], /^Usage: qpr codes create NAME \[OPTIONS\]\n\n[A-Z]/],
    [['backup', '--help'], /^Usage: qpr backup FILE/],
  ]
  await Promise.all(
    outputs.map(async ([args, text]) => {
      const { code, stdout, stderr } = await machine.run(args)
      assert.deepEqual([code, stderr], [0, ''], args.join(' '))
      assert.match(stdout, text)
      assert.doesNotMatch(stdout, hasColour)
    }),
  )
  assert.deepEqual(readdirSync(machine.folder), [])
})

test('wrong usage is refused in one line, with exit code 2', async (t) => {
  const machine = await newMachine(t)
  const calls = [['fly'], ['config', '--jsn'], ['help', 'fly'], ['serve', '--port', '70000']]
  await Promise.all(
    calls.map(async (args) => {
      const { code, stdout, stderr } = await machine.run(args)
      assert.deepEqual([code, stdout], [2, ''], args.join(' '))
      assert.match(stderr, /^qpr: [^\n]+\n$/)
    }),
  )
  assert.deepEqual(readdirSync(machine.folder), [])
})

test('bin/qpr.js, as npx runs it, passes arguments, output and exit code through', async (t) => {
  const machine = await newMachine(t)
  const bin = (...args: string[]) =>
    machine.startProgram(process.execPath, [projectFile('bin/qpr.js'), ...args]).exited
  const good = await bin('backup', '--help')
  assert.equal(good.code, 0)
  assert.match(good.stdout, /^Usage: qpr backup FILE/)
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
  for (const HOME of sample(['', '/nonexistent'], 2)) {
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
