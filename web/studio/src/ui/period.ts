import { daysOf, type Period, periods } from '#contract/periods.ts'
import { choiceParam } from '../shell/search.ts'

/** In an address: `validateSearch: searchParams({ period: periodParam })`. */
export const periodParam = choiceParam(...periods)

/**
 * Midnight at the start of a period that includes today. It stays the same all day, for the cache.
 * In UTC, as in analytics.
 */
export const utcSinceOf = (period: Period, now = new Date()): string => {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  return new Date(Date.UTC(year, month, day - daysOf[period] + 1)).toISOString()
}
