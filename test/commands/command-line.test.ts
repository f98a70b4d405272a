import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { version } from '../../src/platform/kit/project.ts'
import { eventually } from '../harness/checks/eventually.ts'
import type { Organizations } from '../harness/data/given.ts'
import { newMachine, projectFile, testKey } from '../harness/service/process.ts'

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
  for (const [args, text] of outputs) {
    const { code, stdout, stderr } = await machine.run(args)
    assert.deepEqual([code, stderr], [0, ''], args.join(' '))
    assert.match(stdout, text)
    assert.doesNotMatch(stdout, hasColour)
  }
  assert.deepEqual(readdirSync(machine.folder), [])
})

test('wrong usage is refused in one line, with exit code 2', async (t) => {
  const machine = await newMachine(t)
  const calls = [['fly'], ['config', '--jsn'], ['help', 'fly'], ['serve', '--port', '70000']]
  for (const args of calls) {
    const { code, stdout, stderr } = await machine.command(args).exited
    assert.deepEqual([code, stdout], [2, ''], args.join(' '))
    assert.match(stderr, /^qpr: [^\n]+\n$/)
  }
  assert.deepEqual(readdirSync(machine.folder), [])
})

test('bin/qpr.js, as npx runs it, passes arguments, errors and the exit code through', async (t) => {
  const machine = await newMachine(t)
  const args = [projectFile('bin/qpr.js'), 'backup', 'a file with spaces']
  const { code, stderr } = await machine.startProgram(process.execPath, args).exited
  assert.equal(code, 1)
  assert.match(stderr, /^qpr: There is no database/)
})

test('bin/qpr.js forwards SIGTERM right after the start, ends with the service, and the log has both', async (t) => {
  const machine = await newMachine(t)
  const service = machine.startProgram(process.execPath, [projectFile('bin/qpr.js'), 'serve'])
  await service.printed(/QPR is running\./)
  const { code, stdout } = await service.stop('SIGTERM')
  assert.equal(code, 0)
  const messages = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line).msg)
  assert.match(messages[0], /^listening on port/)
  assert.deepEqual(messages.slice(-2), ['stopping', 'stopped'])
})

test('qpr works with HOME empty and from another working directory, and other users cannot read any file that it writes', async (t) => {
  // The default umask of most systems, with which files would be readable by all.
  const former = process.umask(0o022)
  t.after(() => process.umask(former))
  const machine = await newMachine(t)
  const elsewhere = join(machine.folder, 'else where')
  mkdirSync(elsewhere)
  const there = { HOME: '/nonexistent', PWD: elsewhere }
  const service = machine.start(['serve'], { ...there, QPR_API_KEY: testKey })
  await service.printed(/QPR is running\./)
  const api = await machine.connect()
  const { body } = await api.get<Organizations>('/v1/organizations')
  const invited = { email: 'mira@example.com' }
  await api.post(`/v1/organizations/${body.organizations[0]?.id}/members`, invited)
  const files = () => filesIn(elsewhere)
  await eventually(async () => assert.ok(files().some(({ path }) => /eml$/.test(path))))
  await machine.start(['backup', 'backup.db'], there).exited
  const whileRunning = files()
  assert.equal((await service.stop()).code, 0)
  await machine.start(['restore', 'backup.db'], there).exited

  const written = [...whileRunning, ...files()]
  for (const name of ['data', 'secret', 'qpr.db', 'qpr.db-wal', 'backup.db', 'outbox']) {
    assert.ok(
      written.some(({ path }) => basename(path) === name),
      `${name} was looked at`,
    )
  }
  assert.deepEqual(
    written.filter(({ mode }) => (mode & 0o077) !== 0),
    [],
  )
  assert.deepEqual(readdirSync(machine.folder), ['else where'])
  assert.deepEqual(readdirSync(elsewhere).sort(), ['backup.db', 'data'])
})

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => ({
    path,
    mode: statSync(join(folder, path)).mode & 0o777,
  }))
