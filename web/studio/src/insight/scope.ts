import { useEffect, useState } from 'react'
import type { Period } from '#contract/periods.ts'
import type { Arguments, Call } from '../../../../sdk/typescript/src/index.ts'
import { type ReadRoute, useFiltered } from '../api/read.ts'
import { readerTimeZone } from '../browser.ts'

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

/** A query in the time zone of the reader. The browser may know a newer zone than the service. */
export const useInZone = <R extends ReadRoute>(
  call: Call<R>,
  argumentsIn: (zone: string) => Arguments<R>,
) => {
  const [zone, setZone] = useState(readerTimeZone)
  const query = useFiltered(call, ...argumentsIn(zone))
  const isUnknown = query.error?.status === 422 && zone !== 'UTC'
  useEffect(() => {
    if (isUnknown) setZone('UTC')
  }, [isUnknown])
  return { zone, query: isUnknown ? { ...query, error: null } : query }
}
