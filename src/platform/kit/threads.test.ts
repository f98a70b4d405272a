import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createThreads, TooBusy, TookTooLong } from './threads.ts'

const file = new URL('./threads.fixture.ts', import.meta.url)

const start = (t: { after(end: () => Promise<void>): void }, options = {}) => {
  const threads = createThreads({ file, maxThreads: 1, ...options })
  t.after(threads.close)
  return threads
}

test('a crash, an error or an endless loop fails only its own job', async (t) => {
  const threads = start(t, { timeoutMs: 2000 })
  const jobs = ['crash', 'fail', 'loop'].map((name) => threads.run(name, null, 'a'))
  const double = threads.run<number>('double', 21, 'a')
  const results = await Promise.allSettled(jobs)
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  )
  assert.ok((results[2] as PromiseRejectedResult).reason instanceof TookTooLong)
  assert.equal(await double, 42)
})

test('callers take turns: one with much work does not delay another', async (t) => {
  const threads = start(t)
  const done: string[] = []
  const run = async (caller: string) => {
    await threads.run('double', 1, caller)
    done.push(caller)
  }
  await Promise.all([...Array.from({ length: 20 }, () => run('busy')), run('other')])
  assert.ok(done.indexOf('other') < 4, done.join())
})

test('a caller with too much queued work is refused, another is not', async (t) => {
  const threads = start(t, { maxWaiting: 3 })
  const some = Array.from({ length: 4 }, () => threads.run<number>('double', 2, 'a'))
  await assert.rejects(threads.run('double', 2, 'a'), TooBusy)
  assert.equal(await threads.run('double', 3, 'b'), 6)
  assert.deepEqual(await Promise.all(some), [4, 4, 4, 4])
})
