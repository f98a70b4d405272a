import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isoTime } from './clock.ts'
import { dateOf, instantOf, isTimeZone, localDayOf, localHourOf, mondayOf } from './time-zone.ts'

const dayOf = (date: string) => Date.parse(date) / 86_400_000

test('an hour of a local day is found on both sides of a clock change', () => {
  for (const [date, hour, zone, expected] of [
    ['2026-03-28', 7, 'Europe/Berlin', '2026-03-28T06:00:00.000Z'],
    ['2026-03-29', 7, 'Europe/Berlin', '2026-03-29T05:00:00.000Z'],
    ['2026-03-29', 0, 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-10-25', 0, 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
    ['2026-10-26', 0, 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
    ['2026-06-01', 7, 'Asia/Kolkata', '2026-06-01T01:30:00.000Z'],
    ['2026-06-01', 7, 'Pacific/Auckland', '2026-05-31T19:00:00.000Z'],
    ['2026-06-01', 7, 'UTC', '2026-06-01T07:00:00.000Z'],
  ] as const) {
    assert.equal(isoTime(instantOf(dayOf(date), hour, zone)), expected, `${date} ${zone}`)
  }
})

test('the day and the hour of an instant depend on the time zone', () => {
  const instant = Date.parse('2026-06-01T22:30:00Z')
  assert.equal(dateOf(localDayOf(instant, 'UTC')), '2026-06-01')
  assert.equal(dateOf(localDayOf(instant, 'Asia/Tokyo')), '2026-06-02')
  assert.equal(localHourOf(instant, 'Asia/Tokyo'), 7)
})

test('a week begins on Monday', () => {
  assert.equal(dateOf(mondayOf(dayOf('2026-06-07'))), '2026-06-01')
  assert.equal(dateOf(mondayOf(dayOf('2026-06-08'))), '2026-06-08')
})

test('only names of the IANA database are time zones', () => {
  assert.deepEqual(['Europe/Berlin', 'UTC', 'Mars/Olympus', ''].map(isTimeZone), [
    true,
    true,
    false,
    false,
  ])
})
