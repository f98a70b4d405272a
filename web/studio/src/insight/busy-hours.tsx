import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Period } from '#contract/periods.ts'
import { useApi } from '../api/query.ts'
import { readerTimeZone } from '../browser.ts'
import { ErrorPanel } from '../ui/states.tsx'
import { CardSkeleton } from './card-skeleton.tsx'
import { HeatMap } from './heat-map.tsx'
import type { Scope } from './scope.ts'

/** When people scan, by the reader's own clock. */
export const BusyHours = ({ scope, period }: { scope: Scope; period: Period }) => {
  const [zone, setZone] = useState(readerTimeZone)
  const query = { ...scope, period, time_zone: zone }
  const { data, error, refetch } = useApi(
    '/v1/analytics/hours',
    { params: { query } },
    { placeholderData: keepPreviousData },
  )
  // The browser may know a newer zone than the service does.
  const isUnknown = error?.status === 422 && zone !== 'UTC'
  useEffect(() => {
    if (isUnknown) setZone('UTC')
  }, [isUnknown])
  if (error && !data && !isUnknown)
    return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <CardSkeleton className="h-86" />
  const scans = data.hours.map((hour) => hour.scans)
  const days = Array.from({ length: 7 }, (_, day) => scans.slice(day * 24, day * 24 + 24))
  return (
    <div className="card p-4 sm:p-6">
      <HeatMap scans={days} />
    </div>
  )
}
