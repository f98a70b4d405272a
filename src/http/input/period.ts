import { type Static, Type } from 'typebox'
import { daysOf, periods } from '#contract/periods.ts'

/** The last so many days, as every view of what happened takes it. */
export const Period = Type.Enum([...periods, 'all'], {
  default: '30d',
  description: 'The number of last days (UTC), today included; 12m is 365 days.',
  examples: ['30d'],
})
export type Period = Static<typeof Period>

/** Days of a period; null for all of them. */
export const daysIn = (period: Period): number | null => (period === 'all' ? null : daysOf[period])

/** Days since 1970; null: from the very first on. */
export const firstDayOf = (period: Period, today: number): number | null => {
  const count = daysIn(period)
  return count === null ? null : today - count + 1
}

/** Of one code, or of an organization. */
export const scopeFilters = {
  qpr_code_id: Type.Optional(
    Type.String({
      format: 'text',
      maxLength: 100,
      description: 'Only this code (id or short id).',
      examples: ['qpr_01JB0000000000000000000000'],
    }),
  ),
  organization_id: Type.Optional(
    Type.String({
      format: 'text',
      maxLength: 100,
      description: 'The organization (id or slug). Default: the default organization of the key.',
      examples: ['harbour-hotels'],
    }),
  ),
}
