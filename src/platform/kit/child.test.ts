import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { ChildClosed, ChildEnded, ChildFailed, createChild } from './child.ts'
import { TookTooLong } from './threads.ts'

const file = new URL('./child.fixture.ts', import.meta.url)
const maxBytes = 300 * 2 ** 20

const start = (t: TestContext, options = {}) => {
  const child = createChild({ file, timeoutMs: 60_000, maxBytes, ...options })
  t.after(child.close)
  return child
}

type Facts = { pid: number; env: string[] }

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function* pieces(count: number, bytes: number) {
  for (let at = 0; at < count; at++) yield new Uint8Array(bytes)
}

test('a file is sent piece by piece, and belongs to one call', async (t) => {
  const child = start(t)
  assert.equal(await child.run('sizeOf', null, 'a', () => pieces(80, 2 ** 18)), 20 * 2 ** 20)
  assert.equal(await child.run('sizeOf', null, 'a'), null)
})

test('an error, a crash, an endless loop or too much memory fails only its own work', async (t) => {
  const child = start(t)
  await assert.rejects(child.run('fail', null, 'a'), (error: ChildFailed) => {
    assert.ok(error instanceof ChildFailed)
    return error.name === 'TypeError' && error.message === ''
  })
  const isFinal = (expected: boolean) => (error: ChildEnded) =>
    error instanceof ChildEnded && error.isFinal === expected
  await assert.rejects(child.run('crash', null, 'a'), isFinal(false))
  await assert.rejects(child.run('grow', 2000, 'a'), isFinal(true))
  await assert.rejects(child.run('growHeap', null, 'a'), isFinal(true))
  assert.equal(await child.run('double', 21, 'a'), 42)
})

test('a process that was full from earlier work is not blamed on the next', async (t) => {
  const child = start(t)
  await child.run('grow', 100, 'a')
  await assert.rejects(child.run('grow', 2000, 'a'), (error: ChildEnded) => !error.isFinal)
})

test('long work of any number of callers delays the work of others only shortly', async (t) => {
  const child = start(t, { shortMs: 200 })
  let ended = 0
  const stuck = ['a', 'b', 'c', 'd'].map(async (caller) => {
    await assert.rejects(child.run('loop', null, caller), ChildClosed)
    ended += 1
  })
  assert.equal(await child.run('double', 2, 'e'), 4)
  assert.equal(ended, 0)
  await child.close()
  await Promise.all(stuck)
})

test('a caller with long work has the other process for its next work', async (t) => {
  const child = start(t, { shortMs: 1000 })
  await child.run('pause', 2000, 'a')
  const { pid } = await child.run<Facts>('process', null, 'a')
  assert.notEqual((await child.run<Facts>('process', null, 'b')).pid, pid)
})

test('a process ends after a refusal or an error, because its parser may still be at work', async (t) => {
  const child = start(t)
  const pidOf = async () => (await child.run<Facts>('process', null, 'b')).pid
  const first = await pidOf()
  assert.deepEqual(await child.run('refuse', null, 'a'), { kind: 'failed' })
  const second = await pidOf()
  assert.notEqual(second, first)
  await assert.rejects(child.run('fail', null, 'a'), ChildFailed)
  assert.notEqual(await pidOf(), second)
})

test('an endless loop ends after the time limit', async (t) => {
  // The limit also holds for the start of a process.
  const child = start(t, { timeoutMs: 5000, shortMs: 50 })
  await assert.rejects(child.run('loop', null, 'a'), TookTooLong)
  assert.equal(await child.run('double', 2, 'a'), 4)
})

test('the process has no environment, and reads no file but its own program', async (t) => {
  const child = start(t)
  const { env } = await child.run<Facts>('process', null, 'a')
  assert.deepEqual(
    env.filter((name) => !['MALLOC_ARENA_MAX', '__CF_USER_TEXT_ENCODING'].includes(name)),
    [],
  )
  for (const path of ['/etc/passwd', process.cwd()]) {
    await assert.rejects(
      child.run('readFile', path, 'a'),
      (error: ChildFailed) => error.code === 'ERR_ACCESS_DENIED',
      path,
    )
  }
})

test('a stuck process ends at once when the service closes', async (t) => {
  const child = start(t)
  const { pid } = await child.run<Facts>('process', null, 'a')
  // One is stuck, and two wait for a place.
  const rejected = ['a', 'b', 'c'].map((caller) =>
    assert.rejects(child.run('loop', null, caller), ChildClosed),
  )
  await child.close()
  await Promise.all(rejected)
  await eventually(async () => assert.equal(isAlive(pid), false))
})

test('the process ends when it is idle, and another one starts on the next use', async (t) => {
  const child = start(t, { idleMs: 10 })
  const { pid } = await child.run<Facts>('process', null, 'a')
  await eventually(async () => assert.equal(isAlive(pid), false))
  assert.notEqual((await child.run<Facts>('process', null, 'a')).pid, pid)
})

test('signals to the whole group do not end the work', async (t) => {
  const child = start(t)
  const { pid } = await child.run<Facts>('process', null, 'a')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal)
  assert.equal((await child.run<Facts>('process', null, 'a')).pid, pid)
})

test('kill -9 of the service leaves no process behind, even a stuck one', async (t) => {
  const program = `
    import { createChild } from ${JSON.stringify(new URL('./child.ts', import.meta.url).href)}
    const child = createChild({ file: new URL(${JSON.stringify(file.href)}), timeoutMs: 600000 })
    const { pid } = await child.run('process', null, 'a')
    void child.run('loop', null, 'a')
    console.log(pid)
  `
  const service = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => service.kill('SIGKILL'))
  const [printed] = (await once(service.stdout, 'data')) as [Buffer]
  const pid = Number(printed.toString())
  assert.ok(isAlive(pid))
  service.kill('SIGKILL')
  await eventually(async () => assert.equal(isAlive(pid), false))
})
