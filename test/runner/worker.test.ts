import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { FromWorker, ToWorker } from './messages.ts'
import { root } from './phases.ts'

/** The names of the tests that passed or failed in a file of this text. */
const run = async (t: TestContext, text: string, testName?: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-runner-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'some.test.ts')
  await writeFile(path, text)
  const worker = fork(fileURLToPath(new URL('worker.ts', import.meta.url)))
  let passed = 0
  const failed: string[] = []
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'passed') passed += 1
    if (message.kind === 'failed') failed.push(`${message.name}: ${message.reason.split('\n')[0]}`)
    if (message.kind === 'ready') {
      worker.send({ file: relative(root, path), testName } satisfies ToWorker)
    }
    if (message.kind === 'file-ended') worker.send({ end: true } satisfies ToWorker)
  })
  await once(worker, 'exit')
  return { passed, failed }
}

const later = '() => new Promise((resolve) => setTimeout(resolve, 20))'

const everyFailure = `
import { after, before, suite, test } from 'node:test'
let isPrepared = false
before(() => { isPrepared = true })
after(() => { throw new Error('of a hook') })
await Promise.resolve()
test('passes', () => { if (!isPrepared) throw new Error('not prepared') })
test('mocks', (t) => { t.mock.timers.enable({ apis: ['setTimeout'] }) })
test('throws', () => { throw new Error('here') })
test('throws elsewhere', () => { setTimeout(() => { throw new Error('in a timer') }); return (${later})() })
test('rejects elsewhere', () => { void Promise.reject(new Error('no one waits')); return (${later})() })
suite('outer', () => test('inner', (t) => {
  t.after(() => { throw new Error('at its end') })
  void t.test('not awaited', async () => { await (${later})(); throw new Error('later') })
  void t.test('passes too', () => undefined)
}))
`

test('a worker reports every test that passes and every kind of failure', async (t) => {
  const { passed, failed } = await run(t, everyFailure)
  assert.equal(passed, 3)
  assert.deepEqual(failed, [
    'throws: Error: here',
    'throws elsewhere: Error: in a timer',
    'rejects elsewhere: Error: no one waits',
    'outer › inner › not awaited: Error: later',
    'outer › inner: Error: at its end',
    'after: Error: of a hook',
  ])
})

test('a worker reports a file that does not load, and a test with options', async (t) => {
  const skipped = `import { test } from 'node:test'; test('never', { skip: true }, () => undefined)`
  assert.deepEqual((await run(t, 'throw new Error("no")')).failed, ['the file loads: Error: no'])
  assert.deepEqual((await run(t, skipped)).failed, [
    'the file loads: Error: A test has a name and a function, and no options.',
  ])
})

test('a worker runs only the test of the wanted name, also inside another', async (t) => {
  const files = { throws: 0, passes: 1, 'passes too': 1, none: 0 }
  for (const [name, count] of Object.entries(files)) {
    assert.equal((await run(t, everyFailure, name)).passed, count, name)
  }
})
