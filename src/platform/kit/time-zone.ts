import { remember } from './bounded.ts'
import { dayMs, minuteMs } from './clock.ts'

/** A calendar day of a time zone: the number of days since 1970-01-01. */
export type LocalDay = number

const weekDays = 7
/** 1970-01-01 was a Thursday, three days after a Monday. */
const daysAfterMonday = 3

export const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** A year of days needs it hundreds of times, and to make one takes 50 µs. */
const formatIn = remember(
  'time_zones',
  { bytes: 2 ** 18, sizeOf: () => 4096 },
  (timeZone) =>
    new Intl.DateTimeFormat('en', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    }),
)

/** The wall clock of the time zone, as if it were UTC, without its seconds. */
export const wallTime = (instant: number, timeZone: string): number => {
  if (timeZone === 'UTC') return Math.floor(instant / minuteMs) * minuteMs
  const parts = formatIn(timeZone).formatToParts(instant)
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(value('year'), value('month') - 1, value('day'), value('hour'), value('minute'))
}

export const localDayOf = (instant: number, timeZone: string): LocalDay =>
  Math.floor(wallTime(instant, timeZone) / dayMs)

/** 0 to 23 */
export const localHourOf = (instant: number, timeZone: string): number =>
  new Date(wallTime(instant, timeZone)).getUTCHours()

/** The instant at which a clock of the time zone shows this hour of this day. */
export const instantOf = (day: LocalDay, hour: number, timeZone: string): number => {
  const wall = day * dayMs + hour * 60 * minuteMs
  // The offset at the wrong instant may be that of the other side of a clock change.
  const guess = wall - (wallTime(wall, timeZone) - wall)
  return guess - (wallTime(guess, timeZone) - wall)
}

/** From 0, a Monday, to 6. */
export const weekDayOf = (day: LocalDay): number => day - mondayOf(day)

/** The Monday of the week of a day. */
export const mondayOf = (day: LocalDay): LocalDay =>
  day - ((((day + daysAfterMonday) % weekDays) + weekDays) % weekDays)

/** `2026-11-15` */
export const dateOf = (day: LocalDay): string => new Date(day * dayMs).toISOString().slice(0, 10)
