import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createThreads } from './threads.ts'

const file = new URL('./threads.fixture.ts', import.meta.url)

test('running and queued work is rejected by the close, and so is work after it', async () => {
  const threads = createThreads({ file, maxThreads: 1 })
  const running = threads.run('loop', null, 'a')
  const queued = ['a', 'a', 'b'].map((caller) => threads.run('double', 21, caller))
  const settled = Promise.allSettled([running, ...queued])
  await threads.close()
  const results = await settled
  assert.deepEqual(new Set(results.map(({ status }) => status)), new Set(['rejected']))
  await assert.rejects(threads.run('double', 21, 'a'))
})
