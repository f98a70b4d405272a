import { daysOf, type Period, periods } from '#contract/periods.ts'
import { choiceParam } from '../shell/search.ts'

/** In an address: `validateSearch: searchParams({ period: periodParam })`. */
export const periodParam = choiceParam(...periods)

/**
 * The midnight with which a period begins, today included: the same all day, so it can be cached.
 * In UTC, as the days of the analytics.
 */
export const utcSinceOf = (period: Period, now = new Date()): string => {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  return new Date(Date.UTC(year, month, day - daysOf[period] + 1)).toISOString()
}
