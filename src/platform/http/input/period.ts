import type { Static } from 'typebox'
import { daysOf, periods } from '#contract/periods.ts'
import { GivenId, OneOf, OrganizationId } from '../schema.ts'

/** The last N days, for every view of past data. */
export const Period = OneOf(
  [...periods, 'all'],
  'The number of last days (UTC), today included; 12m is 365 days.',
  '30d',
  { default: '30d' },
)
export type Period = Static<typeof Period>

/** The number of days in a period; null for `all`. */
export const daysIn = (period: Period): number | null => (period === 'all' ? null : daysOf[period])

/** Days since 1970; null: no lower bound. */
export const firstDayOf = (period: Period, today: number): number | null => {
  const count = daysIn(period)
  return count === null ? null : today - count + 1
}

/** Filters for one code or a whole organization. */
export const scopeFilters = {
  qpr_code_id: GivenId('Only this code (id or short id).', 'qpr_01JB0000000000000000000000'),
  organization_id: OrganizationId,
}
