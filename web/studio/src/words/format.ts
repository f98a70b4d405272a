export type Format = ReturnType<typeof createFormat>

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** Numbers and times as the reader's language writes them. */
export const createFormat = (language: string) => {
  const numbers = new Intl.NumberFormat(language)
  const compact = new Intl.NumberFormat(language, { notation: 'compact' })
  const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
  const days = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' })
  const clocks = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' })
  const weekdays = new Intl.DateTimeFormat(language, { weekday: 'long' })
  const shortWeekdays = new Intl.DateTimeFormat(language, { weekday: 'short' })
  const instants = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'medium' })
  const relatives = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const countries = new Intl.DisplayNames(language, { type: 'region' })

  return {
    number: (value: number) => numbers.format(value),
    /** 12,345 as 12K, for the axis of a chart. */
    short: (value: number) => compact.format(value),
    /** 0.25 as 25%. */
    percent: (share: number) => percents.format(share),
    money: (amount: number, currency: string) =>
      new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount),
    /** What answers cost: $12.50, or $0.0031 if it is small. */
    cost: (value: number, currency: string) => {
      const digits = value !== 0 && Math.abs(value) < 0.1 ? 4 : 2
      return new Intl.NumberFormat(language, {
        style: 'currency',
        currency,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }).format(value)
    },
    /** 30 as "30 seconds", 180 as "3 minutes". */
    duration(seconds: number) {
      const [unit, count] = seconds < 60 ? ['second', seconds] : ['minute', seconds / 60]
      return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
        count,
      )
    },
    date: (instant: string | number | Date) => dates.format(new Date(instant)),
    /** Day and month, for the axis of a chart. */
    day: (instant: string | number | Date) => days.format(new Date(instant)),
    /** The time of day. */
    clock: (instant: string | number | Date) => clocks.format(new Date(instant)),
    weekday: (day: Date) => weekdays.format(day),
    shortWeekday: (day: Date) => shortWeekdays.format(day),
    /** To the second. */
    instant: (instant: string | number | Date) => instants.format(new Date(instant)),
    /** "3 hours ago". */
    relative(instant: string | number | Date, now = Date.now()): string {
      const seconds = Math.round((new Date(instant).getTime() - now) / 1000)
      const [unit, span] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
      return relatives.format(Math.trunc(seconds / span), unit)
    },
    /** The name of a country by its code, or the code if it has no name. */
    country(code: string): string {
      try {
        return countries.of(code) ?? code
      } catch {
        return code
      }
    },
  }
}
