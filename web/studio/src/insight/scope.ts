import type { Period } from '#contract/periods.ts'

/** The scans of an organization, or of one of its codes. */
export interface Scope {
  organization_id: string
  qpr_code_id?: string
}

/** In which steps a period is drawn. */
export const stepOf: Record<Period, 'hour' | 'day' | 'week'> = {
  today: 'hour',
  '7d': 'day',
  '30d': 'day',
  '90d': 'day',
  '12m': 'week',
}

/** The query parameters for the figures of a period. */
export const figuresOf = (period: Period, time_zone: string) =>
  ({ period, granularity: stepOf[period], compare: 'before', time_zone }) as const
