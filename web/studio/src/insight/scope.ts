import type { Period } from '../ui/period.ts'

/** Whose scans: of an organization, or of one of its codes. */
export interface Scope {
  organization_id: string
  qpr_code_id?: string
}

/** What a period is called in the API, and in which steps it is drawn. */
export const asked = {
  today: { period: '1d', granularity: 'hour' },
  '7d': { period: '7d', granularity: 'day' },
  '30d': { period: '30d', granularity: 'day' },
  '90d': { period: '90d', granularity: 'day' },
  '12m': { period: '12m', granularity: 'week' },
} as const satisfies Record<Period, { period: string; granularity: 'hour' | 'day' | 'week' }>

export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
