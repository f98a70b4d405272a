import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createRecorder, type NewScan } from './recorder.ts'

test('a scan that no transaction has begun to write within 5 s is refused', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let now = 0
  t.mock.method(performance, 'now', () => now)
  // A transaction that does not end, as behind a disk that hangs.
  const stuck = { transaction: () => new Promise(() => undefined) }
  const recorder = createRecorder({
    service: { database: stuck, clock: { now: () => 0 } },
  } as unknown as Parameters<typeof createRecorder>[0])
  const scan = { code: { id: 'qpr_1' } } as NewScan
  void recorder.record(scan)
  await nextTurn()
  let outcome = 'waiting'
  const late = recorder.record(scan).catch((error: Error) => {
    outcome = error.message
  })
  for (now = 500; now < 5000; now += 500) t.mock.timers.tick(500)
  await nextTurn()
  assert.equal(outcome, 'waiting')
  t.mock.timers.tick(500)
  await nextTurn()
  assert.equal(outcome, 'the database did not take the scan in time')
  await late
})
