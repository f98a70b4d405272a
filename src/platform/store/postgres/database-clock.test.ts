import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hourMs, minuteMs, secondMs } from '../../kit/clock.ts'
import { createLog } from '../../kit/log.ts'
import { createDatabaseClock, parseCorrection, type TimeSource } from './database-clock.ts'

const log = createLog('silent')
const start = Date.parse('2026-01-01T00:00:00Z')

/** A database with a clock and a stored correction, and processes whose own clocks are wrong. */
const newWorld = () => {
  let now = start
  let databaseOff = 0
  let correction: string | null = null
  const source: TimeSource = {
    read: async () => ({ at: now + databaseOff, correction }),
    async correct(from, to) {
      if (from !== correction) return false
      correction = to
      return true
    },
  }
  return {
    source,
    databaseNow: () => now + databaseOff,
    correctionMs: () => parseCorrection(correction).ms,
    pass(ms: number) {
      now += ms
    },
    jump(ms: number) {
      databaseOff += ms
    },
    async start(wrongByMs: number) {
      const own = { offMs: wrongByMs }
      const clock = createDatabaseClock({ own: { now: () => now + own.offMs }, log })
      await clock.measure(source)
      return { now: clock.now, own, measure: () => clock.measure(source) }
    },
  }
}

test('processes whose clocks are wrong by up to an hour agree with the database', async () => {
  const world = newWorld()
  for (const wrongBy of [0, 1, 12, -12, 60, -60, 3600, -3600].map((one) => one * secondMs)) {
    const clock = await world.start(wrongBy)
    assert.ok(Math.abs(clock.now() - world.databaseNow()) <= 20, `${wrongBy}`)
    world.pass(minuteMs)
    assert.ok(Math.abs(clock.now() - world.databaseNow()) <= 20, `${wrongBy}`)
  }
})

test('drift is followed', async () => {
  const world = newWorld()
  const clock = await world.start(0)
  for (let count = 0; count < 100; count++) {
    world.pass(5 * secondMs)
    clock.own.offMs += 40
    await clock.measure()
    assert.ok(Math.abs(clock.now() - world.databaseNow()) <= 20)
  }
})

test('when the clock of the database jumps, no process leaps, and a later process agrees', async () => {
  for (const jump of [hourMs, -hourMs, 5 * secondMs]) {
    const world = newWorld()
    const first = await world.start(0)
    const second = await world.start(hourMs)
    const before = first.now()
    world.jump(jump)
    await first.measure()
    await second.measure()
    const third = await world.start(-hourMs)
    for (const clock of [first, second, third]) {
      assert.ok(Math.abs(clock.now() - before) <= 30, `${clock.now() - before}`)
    }
  }
})

test('the correction is reduced by one percent of the time, until the database is right again', async () => {
  const world = newWorld()
  const clock = await world.start(0)
  world.jump(10 * secondMs)
  await clock.measure()
  const wrongBy = () => Math.abs(clock.now() - world.databaseNow())
  assert.ok(wrongBy() > 9 * secondMs)
  for (let minutes = 0; minutes < 20; minutes++) {
    const before = clock.now()
    world.pass(minuteMs)
    await clock.measure()
    await clock.measure()
    assert.ok(Math.abs(clock.now() - before - minuteMs) <= minuteMs / 100 + 20)
  }
  assert.ok(wrongBy() <= 20, `${wrongBy()}`)
  assert.equal(world.correctionMs(), 0)
})

test('a process whose own clock jumps is corrected, and the others keep their time', async () => {
  const world = newWorld()
  const clocks = [await world.start(0), await world.start(0), await world.start(0)]
  const [broken] = clocks
  assert.ok(broken)
  const before = clocks[1]?.now() ?? 0
  broken.own.offMs += hourMs
  for (let round = 0; round < 3; round++) for (const clock of clocks) await clock.measure()
  for (const clock of clocks) assert.ok(Math.abs(clock.now() - before) <= 30)
})

test('a jump, its reversal and a third jump are no mistakes of the process that saw the first', async () => {
  const world = newWorld()
  const [first, second] = [await world.start(0), await world.start(0)]
  const before = first.now()
  for (const { jump, order } of [
    { jump: hourMs, order: [first, second] },
    { jump: -hourMs, order: [second, first] },
    { jump: hourMs, order: [first, second] },
    { jump: 2 * hourMs, order: [second, first] },
    { jump: -3 * hourMs, order: [first, second] },
  ]) {
    world.jump(jump)
    for (const clock of [...order, ...order]) await clock.measure()
    for (const clock of order) assert.ok(Math.abs(clock.now() - before) <= 30, `${jump}`)
  }
})

test('a slow measurement changes nothing within its uncertainty', async () => {
  const world = newWorld()
  const clock = await world.start(0)
  const before = clock.now()
  const slow: TimeSource = {
    ...world.source,
    async read() {
      await new Promise((resolve) => setTimeout(resolve, 60))
      return { at: world.databaseNow() - 25, correction: null }
    },
  }
  const measured = createDatabaseClock({ own: { now: () => start }, log })
  await measured.measure(world.source)
  await measured.measure(slow)
  assert.ok(Math.abs(measured.now() - before) <= 20)
})

test("processes agree and never leap, for any behaviour of the database's clock", async () => {
  const step = fc.record({
    passed: fc.integer({ min: 1000, max: 10 * minuteMs }),
    jumped: fc.oneof(fc.constant(0), fc.integer({ min: -hourMs, max: hourMs })),
    order: fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const world = newWorld()
      const clocks = [await world.start(0), await world.start(hourMs), await world.start(-hourMs)]
      for (const { passed, jumped, order } of steps) {
        const before = clocks.map((clock) => clock.now())
        world.pass(passed)
        world.jump(jumped)
        for (const index of order) await clocks[index]?.measure()
        for (const index of order) await clocks[index]?.measure()
        const after = clocks.map((clock) => clock.now())
        after.forEach((now, index) => {
          const leaptMs = Math.abs(now - (before[index] ?? 0) - passed)
          assert.ok(leaptMs <= 3 * secondMs, `${leaptMs} ms`)
        })
        assert.ok(Math.max(...after) - Math.min(...after) <= 3 * secondMs)
      }
    }),
    { numRuns: 1000 },
  )
})
