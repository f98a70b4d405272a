import {
  dateOf,
  instantOf,
  type LocalDay,
  localDayOf,
  mondayOf,
} from '../../platform/kit/time-zone.ts'

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

interface Span {
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
