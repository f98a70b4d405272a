import { dayMs } from '../../platform/kit/clock.ts'
import type { SourceRow } from './sources.store.ts'

const intervals = { never: null, daily: dayMs, weekly: 7 * dayMs }

/** When a source is read next; null: never, or not before the current reading has ended. */
export const nextRefresh = (
  refresh: SourceRow['refresh'],
  { status, refreshed_at }: Pick<SourceRow, 'status' | 'refreshed_at'>,
  now: number,
): number | null => {
  const interval = intervals[refresh]
  if (interval === null || status === 'processing') return null
  return Math.max(now, (refreshed_at ?? now) + interval)
}
