import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type FromWorker, leakExitCode, type ToWorker } from './messages.ts'
import { leftOut, planPhases, root } from './phases.ts'
import { workerFlags } from './pool.ts'

/** The names of the tests that passed or failed in files of these texts. */
const run = async (t: TestContext, text: string | string[], testName?: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-runner-'))
  t.after(() => rm(folder, { recursive: true }))
  const texts = [text].flat()
  const paths = texts.map((_, index) => join(folder, `${index}.test.ts`))
  for (const [index, path] of paths.entries()) await writeFile(path, texts[index] ?? '')
  const program = fileURLToPath(new URL('worker.ts', import.meta.url))
  const worker = fork(program, { execArgv: workerFlags(testName), silent: true })
  let passed = 0
  const failed: string[] = []
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'passed') passed += 1
    if (message.kind === 'failed') failed.push(`${message.name}: ${message.reason.split('\n')[0]}`)
    if (message.kind === 'ready' || message.kind === 'file-ended') {
      const path = paths.shift()
      const next: ToWorker = path ? { file: relative(root, path) } : { end: true }
      worker.send(next)
    }
  })
  const [code] = await once(worker, 'exit')
  return { passed, failed, hasLeaked: code === leakExitCode }
}

const later = '() => new Promise((resolve) => setTimeout(resolve, 20))'

const everyFailure = `
import { after, before, suite, test } from 'node:test'
let isPrepared = false
before(() => { isPrepared = true })
after(() => { throw new Error('of a hook') })
test('passes', () => { if (!isPrepared) throw new Error('not prepared') })
test('mocks', (t) => { t.mock.timers.enable({ apis: ['setTimeout'] }) })
test('throws', () => { throw new Error('here') })
test('throws elsewhere', () => { setTimeout(() => { throw new Error('in a timer') }); return (${later})() })
test('rejects elsewhere', () => { void Promise.reject(new Error('no one waits')); return (${later})() })
test('ends too early', () => { setTimeout(() => { throw new Error('too late') }) })
test('passes meanwhile', ${later})
suite('outer', () => test('inner', (t) => {
  t.after(() => { throw new Error('at its end') })
  void t.test('not awaited', async () => { await (${later})(); throw new Error('later') })
  void t.test('passes too', () => undefined)
}))
`

test('a worker reports every test that passes and every kind of failure', async (t) => {
  const { passed, failed } = await run(t, everyFailure)
  assert.equal(passed, 5)
  assert.deepEqual(failed, [
    'throws: Error: here',
    'throws elsewhere: Error: in a timer',
    'rejects elsewhere: Error: no one waits',
    'outside of a test: Error: too late',
    'outer › inner › not awaited: Error: later',
    'outer › inner: Error: at its end',
    ': Error: of a hook',
  ])
})

test('a worker reports a file that does not load', async (t) => {
  assert.deepEqual((await run(t, 'throw new Error("no")')).failed, [': Error: no'])
})

const awaits = `
import 'data:text/javascript,await new Promise((resolve) => setTimeout(resolve, 20))'
import { after, before, test } from 'node:test'
let isPrepared = false
await (${later})()
before(() => { isPrepared = true })
test('after a timer', () => { if (!isPrepared) throw new Error('not prepared') })
await import('data:text/javascript,await 1')
test('after an import', () => undefined)
await Promise.resolve()
test('after a promise', () => undefined)
after(() => { throw new Error('of this file') })
`

test('a worker loses no test and no hook after a top-level await', async (t) => {
  const { passed, failed } = await run(t, awaits)
  assert.equal(passed, 3)
  assert.deepEqual(failed, [': Error: of this file'])
})

const strays = `
import { AsyncResource } from 'node:async_hooks'
import { test } from 'node:test'
test('waits', ${later})
new AsyncResource('other', { triggerAsyncId: 0 }).runInAsyncScope(() => test('stray', () => undefined))
`

test('a worker runs a test that is registered in another async context', async (t) => {
  const { passed, failed } = await run(t, strays)
  assert.deepEqual({ passed, failed }, { passed: 2, failed: [] })
})

const options = `
import { test } from 'node:test'
test('skipped', { skip: true }, () => undefined)
test('skips itself', (t) => t.skip())
test('is to do', { todo: true }, () => { throw new Error('not yet') })
test('is expected to fail', { expectFailure: true }, () => { throw new Error('as expected') })
`

test('a worker reports a test that is left out or may fail', async (t) => {
  const reason = 'No test is optional, and none may fail.'
  const names = ['skipped', 'skips itself', 'is to do', 'is expected to fail']
  const failed = names.map((name) => `${name}: ${reason}`)
  assert.deepEqual((await run(t, options)).failed, failed)
})

const awaitingAnEarlierFile = `
import { test } from 'node:test'
await globalThis.shared
test('after the promise of an earlier file', () => undefined)
`

test('no test is lost after a top-level await of a promise of an earlier file', async (t) => {
  const first = `
import { test } from 'node:test'
test('makes a promise', () => { globalThis.shared = (${later})() })
`
  assert.equal((await run(t, [first, awaitingAnEarlierFile])).passed, 2)
})

// `node:test` leaves out the other tests of the file without an event. The linter finds `.only()`.
test('no test is the only one of its file', () => {
  const files = ['full', 'deep']
    .flatMap((scope) => planPhases(scope, ['']))
    .flatMap((one) => one.files)
  const focused = files.filter((file) =>
    /\bonly: true/.test(readFileSync(join(root, file), 'utf8')),
  )
  assert.deepEqual(focused, [])
})

test('every file that the steady run leaves out is one of the long forms', () => {
  const deep = planPhases('deep', ['']).flatMap((one) => one.files)
  const unknown = Object.values(leftOut)
    .flat()
    .filter((file) => !deep.includes(file))
  assert.deepEqual(unknown, [])
})

const hooks = `
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
const ran = []
test('has hooks', (t) => {
  t.after(() => { ran.push('first') })
  t.after(() => { ran.push('second'); throw new Error('of the second') })
  t.after(() => { ran.push('third') })
})
after(() => assert.deepEqual(ran, ['third', 'second', 'first']))
`

const leaves = `
import { test } from 'node:test'
test('leaves something running', () => {
  process.once('disconnect', () => setTimeout(() => { throw new Error('after the end') }))
})
`

test('a worker notices an error after its last file', async (t) => {
  assert.deepEqual(await run(t, leaves), { passed: 1, failed: [], hasLeaked: true })
})

test('the hooks after a test run from the last to the first, also when one fails', async (t) => {
  const { failed } = await run(t, hooks)
  assert.deepEqual(failed, ['has hooks: Error: of the second'])
})

test('a worker runs only the tests and suites of the wanted name', async (t) => {
  const counts = { throws: 0, passes: 1, outer: 1, none: 0 }
  for (const [name, count] of Object.entries(counts)) {
    assert.equal((await run(t, everyFailure, name)).passed, count, name)
  }
})
