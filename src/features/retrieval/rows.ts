import type { Passage } from '../models/passage.ts'
import type { JoinedRow, UsedSource } from './retrieval.store.ts'

export const asPassage = (row: JoinedRow, source: UsedSource): Passage => ({
  id: row.id,
  sourceId: row.source_id,
  title: row.document_title ?? source.title,
  url: row.url,
  headings: JSON.parse(row.headings),
  page: row.page,
  text: row.text,
  ...(source.kind === 'question' && { isAnswer: true as const }),
})

/** The passages in the order of the ids. A passage whose source is not in use any more is left out. */
export const inOrder = (ids: string[], rows: JoinedRow[], sources: UsedSource[]): Passage[] =>
  ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id)
    const source = row && sources.find((one) => one.id === row.source_id)
    return source ? asPassage(row, source) : []
  })
