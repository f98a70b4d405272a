import { type Hours, weekDays } from '#contract/handling.ts'
import { dayMs, hourMs, minuteMs } from '../../platform/kit/clock.ts'
import {
  dateOf,
  instantOf,
  type LocalDay,
  localDayOf,
  wallTime,
  weekDayOf,
} from '../../platform/kit/time-zone.ts'

/** In minutes of the day, in order. */
const spansOn = ({ weekly, closed }: Hours, day: LocalDay): [from: number, until: number][] => {
  if (closed.includes(dateOf(day))) return []
  const spans = weekly[weekDays[weekDayOf(day)] ?? 'mon'] ?? []
  return spans
    .map(([from, until]): [number, number] => [minuteOf(from), minuteOf(until)])
    .sort(([a], [b]) => a - b)
}

export const minuteOf = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * Compares the wall clock: an hour that is repeated at the end of summer time is open twice, and one
 * that is skipped at its beginning is not open.
 */
export const isOpen = (hours: Hours, now: number): boolean => {
  const wall = wallTime(now, hours.time_zone)
  const minute = (wall % dayMs) / minuteMs
  return spansOn(hours, Math.floor(wall / dayMs)).some(
    ([from, until]) => from <= minute && minute < until,
  )
}

/** A week, and some closed days in a row. */
const maxDays = 400

/** The next time at which it opens; null: never, as far as anybody plans. Called while it is closed. */
export const nextOpening = (hours: Hours, now: number): number | null => {
  const today = localDayOf(now, hours.time_zone)
  for (let day = today; day < today + maxDays; day++) {
    for (const [from, until] of spansOn(hours, day)) {
      const at = firstOpenMinute(hours, day, from, until, now)
      if (at !== null) return at
    }
  }
  return null
}

/** No clock is changed by more. */
const largestChangeMs = 2 * hourMs

/** The first minute of a span after `now`, also on a night on which the clock is changed. */
const firstOpenMinute = (
  hours: Hours,
  day: LocalDay,
  from: number,
  until: number,
  now: number,
): number | null => {
  const { time_zone } = hours
  const start = instantOf(day, from / 60, time_zone)
  const end = instantOf(day, until / 60, time_zone)
  // Almost always: the clock shows the time once.
  const offset = (instant: number) => wallTime(instant, time_zone) - instant
  const isPlain = offset(start - largestChangeMs) === offset(end + largestChangeMs)
  if (isPlain) return start > now ? start : null
  const first = Math.max(start - largestChangeMs, now + minuteMs)
  for (let at = first - (first % minuteMs); at < end + largestChangeMs; at += minuteMs) {
    if (at > now && isWithin(at, time_zone, day, from, until)) return at
  }
  return null
}

const isWithin = (at: number, timeZone: string, day: LocalDay, from: number, until: number) => {
  const wall = wallTime(at, timeZone)
  const minute = wall / minuteMs - (day * dayMs) / minuteMs
  return from <= minute && minute < until
}
