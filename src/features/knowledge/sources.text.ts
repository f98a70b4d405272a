import type { Context } from '../../platform/context.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import {
  countPassagesBefore,
  type DocumentPlace,
  listPassages,
  type ShownPassage,
  totals,
} from './documents.store.ts'
import type { TextQuery } from './sources.schema.ts'
import { retrieveSource } from './sources.ts'

/** The text that was read, in the order of the source. */
export const readSourceText = async (context: Context, id: string, query: TextQuery) => {
  const { db } = context
  const { title } = await retrieveSource(context, id)
  const { passage_id: passageId, limit } = query
  const before = passageId === undefined ? null : await countPassagesBefore(db, id, passageId)
  const offset = before === null ? query.offset : before - (before % limit)
  const like: DocumentPlace = ['', 0]
  const page = openPage({ list: 'knowledge-text', filter: [id], like }, { ...query, offset })
  const { rows, next } = page.close(
    await listPassages(db, id, page),
    ({ document_id, position }): DocumentPlace => [document_id, position],
  )
  return {
    passages: rows.map((row) => asShownPassage(row, title)),
    total: (await totals(db, id)).passages,
    limit,
    offset,
    ...next,
  }
}

export const asShownPassage = (row: ShownPassage, title: string) => ({
  id: row.id,
  title: row.document_title ?? title,
  url: row.url,
  page: row.page,
  headings: JSON.parse(row.headings) as string[],
  text: row.text,
  read_text: row.read_text,
})
