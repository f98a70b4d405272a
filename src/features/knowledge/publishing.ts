import { announce, type Change, signal } from '../../platform/context.ts'
import type { JobProgress } from '../../platform/jobs/handlers.ts'
import { dayMs } from '../../platform/kit/clock.ts'
import { deleteDocument, deletePassages, totals, unusedDocuments } from './documents.store.ts'
import { type SourceRow, updateSourceRow } from './sources.store.ts'

declare module '../../platform/context.ts' {
  interface Facts {
    /** The source has passages that have no vectors yet. */
    passagesAdded: SourceRow
  }
}

/** Every process reads the sources of the organization again. */
export const signalKnowledge = (change: Change<unknown>, organizationId: string) =>
  signal(change, { kind: 'knowledge-changed', organizationId })

const endReading = async (
  change: Change<unknown>,
  source: SourceRow,
  changes: Partial<SourceRow>,
) => {
  const now = change.now()
  const ended = { ...source, status: changes.status ?? 'ready', refreshed_at: now }
  await updateSourceRow(change.db, source.id, {
    refresh_at: nextRefresh(source.refresh, ended, now),
    ...changes,
    updated_at: now,
  })
  signalKnowledge(change, source.organization_id)
}

/**
 * From here on codes answer from the new passages. `note` names what is missing, such as the pages
 * above a limit; `lack` why there is no passage.
 */
export const publishSource = async (
  change: Change<unknown>,
  source: SourceRow,
  note: string | null,
  lack = 'The source has no readable text.',
) => {
  const sums = await totals(change.db, source.id)
  const isEmpty = sums.passages === 0
  await endReading(change, source, {
    ...sums,
    status: isEmpty ? 'failed' : 'ready',
    reason: isEmpty ? (note ?? lack) : note,
    version: source.version + 1,
    refreshed_at: change.now(),
  })
  await announce(change, 'passagesAdded', source)
}

/** The passages of a former reading stay in use. */
export const failSource = (change: Change<unknown>, source: SourceRow, reason: string) =>
  endReading(change, source, { status: 'failed', reason })

const abandoned = {
  crashed:
    'The service ended unexpectedly twice while it read this source, so reading is parked. Read it ' +
    'again, or replace the source.',
  cancelled: 'Reading was cancelled by the operator.',
}

/** The source is not refreshed by itself: reading it may end the service again. */
export const abandonSource = (
  change: Change<unknown>,
  source: SourceRow,
  cause: keyof typeof abandoned,
) => endReading(change, source, { status: 'failed', reason: abandoned[cause], refresh_at: null })

/** Deletes the passages of former readings and of failed ones, in small steps. */
export const deleteUnusedPassages = async (
  { db }: Pick<Change, 'db'>,
  sourceId: string,
  maxRows: number,
): Promise<JobProgress> => {
  const [unused] = await unusedDocuments(db, sourceId, 1)
  if (!unused) return { rows: 0, isDone: true }
  const rows = await deletePassages(db, sourceId, unused.id, maxRows)
  if (rows < maxRows) await deleteDocument(db, unused.id)
  return { rows, isDone: false }
}

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
