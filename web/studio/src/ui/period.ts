import { daysOf, type Period, periods } from '#contract/periods.ts'
import { choiceParam } from '../shell/search.ts'

/** In an address: `validateSearch: searchParams({ period: periodParam })`. */
export const periodParam = choiceParam(...periods)

/**
 * Midnight at the start of a period that includes today. It stays the same all day, for the cache.
 * In the time zone of the reader, as in Insight.
 */
export const sinceOf = (period: Period, now = new Date()): string => {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  return new Date(year, month, day - daysOf[period] + 1).toISOString()
}
