import { choiceParam } from '../shell/search.ts'

export const periods = ['today', '7d', '30d', '90d', '12m'] as const
export type Period = (typeof periods)[number]

/** In an address: `validateSearch: searchParams({ period: periodParam })`. */
export const periodParam = choiceParam(...periods)

const daysOf: Record<Period, number> = { today: 1, '7d': 7, '30d': 30, '90d': 90, '12m': 365 }

/** The midnight with which a period begins, today included: the same all day, so it can be cached. */
export const sinceOf = (period: Period, now = new Date()): string =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysOf[period] + 1).toISOString()

/** The same as analytics count it: their days begin at midnight UTC. */
export const utcSinceOf = (period: Period, now = new Date()): string => {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  return new Date(Date.UTC(year, month, day - daysOf[period] + 1)).toISOString()
}
