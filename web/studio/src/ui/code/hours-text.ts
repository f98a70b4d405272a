// The hours in which people answer, as their editor has them: a line of text for each day.
import type { Hours, WeekDay } from '#contract/handling.ts'
import { maxItems } from '#contract/limits.ts'
import type { Schema } from '../../api/client.ts'

export interface HoursText {
  time_zone: string
  /** `09:00–12:30, 13:30–18:00`; empty: closed. */
  weekly: { [day in WeekDay]?: string }
  /** One date on each line. */
  closed: string
}

/** As the API answers them: its document has no pairs. */
type AnsweredHours = NonNullable<Schema<'Handoff'>['hours']>

export const textOfHours = ({ time_zone, weekly, closed = [] }: AnsweredHours): HoursText => ({
  time_zone,
  weekly: Object.fromEntries(
    Object.entries(weekly).map(([day, spans]) => [
      day,
      spans.map((span) => span.join('–')).join(', '),
    ]),
  ),
  closed: closed.join('\n'),
})

/** Only for a text without errors. */
export const hoursOfText = ({ time_zone, weekly, closed }: HoursText): Hours => ({
  time_zone,
  weekly: Object.fromEntries(
    Object.entries(weekly).map(([day, text]) => [day, readSpans(text) ?? []]),
  ),
  closed: readDates(closed) ?? [],
})

/** `9-12.30, 13:30–24` is enough; null: not hours that the service takes. */
export const readSpans = (text: string): [string, string][] | null => {
  const parts = text.replace(/\s/g, '').split(',').filter(Boolean)
  const spans = parts.flatMap((part): [string, string][] => {
    const [, hour = '', minute = '00', lastHour = '', lastMinute = '00'] =
      /^(\d\d?)(?:[:.]([0-5]\d))?[-–—](\d\d?)(?:[:.]([0-5]\d))?$/.exec(part) ?? []
    const from = `${hour.padStart(2, '0')}:${minute}`
    // Midnight as an end is the end of the day.
    const until = `${lastHour.padStart(2, '0')}:${lastMinute}`.replace('00:00', '24:00')
    return hour && from < until && until <= '24:00' ? [[from, until]] : []
  })
  return spans.length === parts.length && spans.length <= maxItems.spans ? spans : null
}

/** Null: a line is not a date. */
export const readDates = (text: string): string[] | null => {
  const dates = text.split(/[\s,]+/).filter(Boolean)
  return dates.every((date) => /^\d{4}-\d\d-\d\d$/.test(date)) ? dates : null
}
