import { type Static, Type } from 'typebox'

/** The last so many days, as every view of what happened takes it. */
export const Period = Type.Enum(['today', '7d', '30d', '90d', '12m', 'all'], {
  default: '30d',
  description: 'The last so many days (UTC), today included; 12m is 365 days.',
  examples: ['30d'],
})
export type Period = Static<typeof Period>

/** How many days a period has; null: all there are. */
export const daysOf: Record<Period, number | null> = {
  today: 1,
  '7d': 7,
  '30d': 30,
  '90d': 90,
  '12m': 365,
  all: null,
}

/** Days since 1970; null: from the very first on. */
export const firstDayOf = (period: Period, today: number): number | null => {
  const count = daysOf[period]
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
      description: 'The organization (id or slug); the default one of the key when omitted.',
      examples: ['harbour-hotels'],
    }),
  ),
}
