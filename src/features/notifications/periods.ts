import { dayMs, minuteMs } from '../../platform/kit/clock.ts'

/** The hour of a day at which summaries are sent. */
const summaryHour = 7

const daysIn = { daily: 1, weekly: 7 }

type Interval = keyof typeof daysIn

/** The first time after `now` at which a summary is due. */
export const nextSummaryAt = (interval: Interval, now: number, timeZone: string): number => {
  const today = localDayOf(now, timeZone)
  const first = interval === 'daily' ? today : mondayOf(today)
  const at = instantOf(first, summaryHour, timeZone)
  return at > now ? at : instantOf(first + daysIn[interval], summaryHour, timeZone)
}

export interface Span {
  from: number
  until: number
}

export interface SummaryPeriod extends Span {
  firstDay: string
  lastDay: string
  /** The period before, for comparison. */
  before: Span
}

/**
 * The last complete day or week. After an interruption of the service there is one summary, not one
 * for each period that was missed.
 */
export const summaryPeriod = (interval: Interval, now: number, timeZone: string): SummaryPeriod => {
  const today = localDayOf(now, timeZone)
  const end = interval === 'daily' ? today : mondayOf(today)
  const length = daysIn[interval]
  const startOf = (day: LocalDay) => instantOf(day, 0, timeZone)
  const [from, until] = [startOf(end - length), startOf(end)]
  return {
    from,
    until,
    firstDay: dateOf(end - length),
    lastDay: dateOf(end - 1),
    before: { from: startOf(end - 2 * length), until: from },
  }
}

/** A calendar day of a time zone: the number of days since 1970-01-01. */
type LocalDay = number

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

/** The wall clock of the time zone, as if it were UTC. */
const wallTime = (instant: number, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(instant)
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

/** The Monday of the week of a day. */
export const mondayOf = (day: LocalDay): LocalDay =>
  day - ((((day + daysAfterMonday) % weekDays) + weekDays) % weekDays)

/** `2026-11-15` */
export const dateOf = (day: LocalDay): string => new Date(day * dayMs).toISOString().slice(0, 10)
