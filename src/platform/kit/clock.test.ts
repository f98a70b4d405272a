import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSteadyClock, hourMs, minuteMs, secondMs } from './clock.ts'

/** A machine whose clocks are moved by hand. */
const newMachine = () => {
  const at = { wallMs: Date.parse('2026-01-01T00:00:00Z'), monotonicMs: 1000, uptimeMs: 5000 }
  const clock = createSteadyClock({
    wallMs: () => at.wallMs,
    monotonicMs: () => at.monotonicMs,
    // The kernel reports it in hundredths of a second, or in seconds.
    uptimeMs: () => Math.floor(at.uptimeMs / secondMs) * secondMs,
  })
  const sleep = (ms: number) => {
    at.wallMs += ms
    at.uptimeMs += ms
  }
  return {
    clock,
    sleep,
    run(ms: number) {
      sleep(ms)
      at.monotonicMs += ms
    },
    jump(ms: number) {
      at.wallMs += ms
    },
  }
}

test('a jump of the system clock in either direction does not change the time of the service', () => {
  for (const ms of [secondMs, -secondMs, 12 * secondMs, hourMs, -hourMs, -30 * 24 * hourMs]) {
    const { clock, run, jump } = newMachine()
    const before = clock.now()
    run(minuteMs)
    jump(ms)
    assert.equal(clock.now(), before + minuteMs, `${ms}`)
    assert.equal(clock.jumpedMs(), ms)
    run(minuteMs)
    assert.equal(clock.now(), before + 2 * minuteMs, `${ms}`)
    // Set back, it is right again.
    jump(-ms)
    assert.equal(clock.now(), before + 2 * minuteMs)
    assert.equal(clock.jumpedMs(), 0)
  }
})

test('small adjustments by NTP are followed', () => {
  const { clock, run, jump } = newMachine()
  const before = clock.now()
  for (let count = 0; count < 100; count++) {
    run(minuteMs)
    jump(30)
    clock.now()
  }
  assert.equal(clock.now(), before + 100 * minuteMs + 3000)
  assert.equal(clock.jumpedMs(), 0)
})

test('time passes while the machine sleeps', () => {
  const { clock, run, sleep } = newMachine()
  const before = clock.now()
  run(minuteMs)
  sleep(8 * hourMs)
  const passed = clock.now() - before - minuteMs
  assert.ok(Math.abs(passed - 8 * hourMs) <= 2 * secondMs, `${passed}`)
})

test('the time of the service never goes back, whatever happens to the system clock', () => {
  const step = fc.record({
    ran: fc.integer({ min: 0, max: hourMs }),
    jumped: fc.integer({ min: -2 * hourMs, max: 2 * hourMs }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { clock, run, jump } = newMachine()
      for (const { ran, jumped } of steps) {
        const before = clock.now()
        run(ran)
        jump(jumped)
        // Less than half a second may be an adjustment by NTP.
        assert.ok(Math.abs(clock.now() - before - ran) <= 500)
      }
    }),
  )
})
