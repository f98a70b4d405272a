import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs } from './clock.ts'
import { createLog } from './log.ts'
import { createWorker } from './worker.ts'

test('a worker whose next item is due in a year looks again after its period, and not at once', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let rounds = 0
  const round = async () => {
    rounds += 1
    return 365 * dayMs
  }
  const worker = createWorker(round)
  worker.start({ name: 'test', log: createLog('silent'), everyMs: dayMs, retryMs: 1 })
  t.after(() => worker.stop())
  await worker.idle()
  t.mock.timers.tick(dayMs - 1)
  await worker.idle()
  assert.equal(rounds, 1)
  t.mock.timers.tick(1)
  await worker.idle()
  assert.equal(rounds, 2)
})
