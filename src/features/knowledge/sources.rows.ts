import { isoTime, isoTimeOrNull } from '../../platform/kit/clock.ts'
import type { SourceRow } from './sources.store.ts'

/** A source as the API shows it. */
export const asSource = (row: SourceRow, codeIds: string[] | undefined) => ({
  id: row.id,
  organization_id: row.organization_id,
  kind: row.kind,
  title: row.title,
  status: row.status,
  reason: row.reason,
  progress:
    row.status === 'processing' && row.progress_total !== null
      ? { done: row.progress_done, total: Math.max(row.progress_total, row.progress_done) }
      : null,
  code_ids: row.all_codes === 1 ? null : (codeIds ?? []),
  pages: row.pages,
  passages: row.passages,
  size_bytes: row.size_bytes,
  url: row.url,
  question: row.question,
  answer: row.answer,
  refresh: row.refresh,
  refreshed_at: isoTimeOrNull(row.refreshed_at),
  created_at: isoTime(row.created_at),
  updated_at: isoTime(row.updated_at),
})

/** A source that is about to be read. */
export const newSource = (
  source: Pick<SourceRow, 'id' | 'organization_id' | 'kind' | 'title'> & Partial<SourceRow>,
  now: number,
): SourceRow => ({
  status: 'processing',
  reason: null,
  url: null,
  question: null,
  answer: null,
  all_codes: 1,
  refresh: 'never',
  refresh_at: null,
  refreshed_at: null,
  progress_done: 0,
  progress_total: null,
  max_pages: 1,
  max_depth: 0,
  pages: 0,
  passages: 0,
  tokens: 0,
  size_bytes: 0,
  version: 1,
  created_at: now,
  updated_at: now,
  ...source,
})

/** A title from the name of a file, which may hold a path and line breaks. */
export const titleOfFile = (name: string): string => {
  const last =
    name
      .replaceAll('\\', '/')
      .split('/')
      .findLast((part) => part.trim() !== '') ?? ''
  const plain = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  const bare = plain.replace(/(?<=.)\.[A-Za-z0-9]{1,8}$/, '')
  return (bare.trim() || 'File').slice(0, 200).toWellFormed()
}
