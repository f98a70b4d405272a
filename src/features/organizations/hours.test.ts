import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DaySpan, Hours } from '#contract/handling.ts'
import { isOpen, nextOpening } from './hours.ts'

const at = (text: string) => Date.parse(text)
const daily = (time_zone: string, ...spans: DaySpan[]): Hours => ({
  time_zone,
  weekly: { mon: spans, tue: spans, wed: spans, thu: spans, fri: spans, sat: spans, sun: spans },
  closed: [],
})
const opening = (hours: Hours, now: string) => {
  const next = nextOpening(hours, at(now))
  return next === null ? null : new Date(next).toISOString()
}

test('the end of a span is exclusive, and its beginning is not', () => {
  const hours = daily('UTC', ['09:00', '17:30'])
  const open = (time: string) => isOpen(hours, at(`2026-01-05T${time}Z`))
  assert.deepEqual(['08:59:59.999', '09:00:00', '17:29:59.999', '17:30:00'].map(open), [
    false,
    true,
    true,
    false,
  ])
  assert.equal(opening(hours, '2026-01-05T08:59:59.999Z'), '2026-01-05T09:00:00.000Z')
  assert.equal(opening(hours, '2026-01-05T17:30:00Z'), '2026-01-06T09:00:00.000Z')
})

test('the hours are those of the time zone, on both sides of the date line', () => {
  const instant = at('2026-01-05T20:30:00Z')
  assert.equal(isOpen(daily('Pacific/Kiritimati', ['10:00', '11:00']), instant), true)
  assert.equal(isOpen(daily('Pacific/Pago_Pago', ['09:00', '10:00']), instant), true)
  assert.equal(isOpen(daily('Asia/Kathmandu', ['02:15', '02:16']), instant), true)
  assert.equal(isOpen(daily('UTC', ['10:00', '11:00']), instant), false)
  // Monday here is already Tuesday there.
  const tuesday: Hours = {
    time_zone: 'Pacific/Auckland',
    weekly: { tue: [['09:00', '10:00']] },
    closed: [],
  }
  assert.equal(isOpen(tuesday, instant), true)
})

test('two spans meet at midnight without a gap', () => {
  const night: Hours = {
    time_zone: 'Europe/Berlin',
    weekly: { fri: [['22:00', '24:00']], sat: [['00:00', '02:00']] },
    closed: [],
  }
  const open = (text: string) => isOpen(night, at(text))
  assert.equal(open('2026-01-09T22:59:59Z'), true)
  assert.equal(open('2026-01-09T23:00:00Z'), true)
  assert.equal(open('2026-01-10T00:59:59Z'), true)
  assert.equal(open('2026-01-10T01:00:00Z'), false)
  assert.equal(opening(night, '2026-01-10T01:00:00Z'), '2026-01-16T21:00:00.000Z')
})

test('a closed day is closed from midnight to midnight of its time zone', () => {
  const hours = { ...daily('Europe/Berlin', ['00:00', '24:00']), closed: ['2026-12-25'] }
  assert.equal(isOpen(hours, at('2026-12-24T22:59:59Z')), true)
  assert.equal(isOpen(hours, at('2026-12-24T23:00:00Z')), false)
  assert.equal(isOpen(hours, at('2026-12-25T22:59:59Z')), false)
  assert.equal(opening(hours, '2026-12-25T12:00:00Z'), '2026-12-25T23:00:00.000Z')
})

test('an hour that the clock skips opens with the first minute after it', () => {
  // 2026-03-29 in Berlin: 02:00 is followed by 03:00.
  const hours = daily('Europe/Berlin', ['02:30', '04:00'])
  assert.equal(isOpen(hours, at('2026-03-29T00:59:59Z')), false)
  assert.equal(isOpen(hours, at('2026-03-29T01:00:00Z')), true)
  assert.equal(opening(hours, '2026-03-29T00:00:00Z'), '2026-03-29T01:00:00.000Z')
  // A span that lies in the skipped hour does not open on this day.
  const inside = daily('Europe/Berlin', ['02:10', '02:50'])
  assert.equal(opening(inside, '2026-03-28T12:00:00Z'), '2026-03-30T00:10:00.000Z')
})

test('an hour that the clock repeats is open twice', () => {
  // 2026-10-25 in Berlin: 02:59 is followed by 02:00.
  const hours = daily('Europe/Berlin', ['02:30', '02:45'])
  assert.equal(isOpen(hours, at('2026-10-25T00:30:00Z')), true)
  assert.equal(isOpen(hours, at('2026-10-25T00:45:00Z')), false)
  assert.equal(isOpen(hours, at('2026-10-25T01:30:00Z')), true)
  assert.equal(opening(hours, '2026-10-24T23:00:00Z'), '2026-10-25T00:30:00.000Z')
  assert.equal(opening(hours, '2026-10-25T00:50:00Z'), '2026-10-25T01:30:00.000Z')
  assert.equal(opening(hours, '2026-10-25T01:45:00Z'), '2026-10-26T01:30:00.000Z')
})

test('hours that never open have no next opening', () => {
  assert.equal(opening({ time_zone: 'UTC', weekly: {}, closed: [] }, '2026-01-01T00:00:00Z'), null)
})

test('the next opening is the first open minute, for every hour of the nights of the change', () => {
  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'UTC',
  ]
  const nights = [
    '2026-03-08',
    '2026-03-29',
    '2026-04-05',
    '2026-10-04',
    '2026-10-25',
    '2026-11-01',
  ]
  for (const zone of zones) {
    const hours = daily(zone, ['00:30', '01:15'], ['02:10', '02:40'], ['23:45', '24:00'])
    for (const night of nights) {
      for (let step = 0; step < 30; step++) {
        const now = at(`${night}T00:00:00Z`) - 6 * 3600_000 + step * 1800_000
        if (isOpen(hours, now)) continue
        let expected = now - (now % 60_000) + 60_000
        while (!isOpen(hours, expected)) expected += 60_000
        assert.equal(nextOpening(hours, now), expected, `${zone} ${new Date(now).toISOString()}`)
      }
    }
  }
})
