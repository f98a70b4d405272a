import { sql } from 'kysely'
import { newId } from '../../platform/kit/ids.ts'
import { prepareBulkInsert } from '../../platform/store/bulk.ts'
import { countDeleted, type Db, type Engine } from '../../platform/store/database.ts'
import type { Tables } from '../../platform/store/tables.ts'
import { tokensOf } from '../models/model.ts'
import type { NewPassage } from '../reading/split.ts'

export type DocumentRow = Tables['knowledge_documents']
export type PassageRow = Tables['knowledge_passages']

const insertRows = prepareBulkInsert<PassageRow>('knowledge_passages', {
  id: 'text',
  source_id: 'text',
  document_id: 'text',
  position: 'bigint',
  page: 'bigint',
  headings: 'text',
  text: 'text',
  tokens: 'bigint',
  read_text: 'text',
})

const passagesAtOnce = 100

export const insertPassages = async (db: Db, engine: Engine, rows: PassageRow[]) => {
  for (let at = 0; at < rows.length; at += passagesAtOnce) {
    await insertRows(db, engine, rows.slice(at, at + passagesAtOnce))
  }
}

/** What a document has without its text. */
export const noContent = {
  is_live: 0,
  hash: null,
  etag: null,
  links: '[]',
  pages: 0,
  passages: 0,
  tokens: 0,
}

/** A document that has no passages yet. */
export const blankDocument = {
  ...noContent,
  url: null,
  url_hash: null,
  title: null,
  depth: 0,
  round: 1,
  fetched_round: 1,
} satisfies Omit<DocumentRow, 'id' | 'source_id'>

export const insertDocument = async (db: Db, row: DocumentRow) => {
  await db.insertInto('knowledge_documents').values(row).execute()
}

export const updateDocument = async (db: Db, id: string, changes: Partial<DocumentRow>) => {
  await db.updateTable('knowledge_documents').set(changes).where('id', '=', id).execute()
}

/** The sums over the live documents of a source. */
export const totals = async (db: Db, sourceId: string) => {
  const { pages, passages, tokens } = await db
    .selectFrom('knowledge_documents')
    .select((row) => [
      row.fn.sum<number | null>('pages').as('pages'),
      row.fn.sum<number | null>('passages').as('passages'),
      row.fn.sum<number | null>('tokens').as('tokens'),
    ])
    .where('source_id', '=', sourceId)
    .where('is_live', '=', 1)
    .executeTakeFirstOrThrow()
  return {
    pages: Number(pages ?? 0),
    passages: Number(passages ?? 0),
    tokens: Number(tokens ?? 0),
  }
}

/** The document and the position of a passage: the order of the text. */
export type DocumentPlace = [documentId: string, position: number]

const passagesInUse = (db: Db, sourceId: string) =>
  db
    .selectFrom('knowledge_passages as passage')
    .innerJoin('knowledge_documents as document', 'document.id', 'passage.document_id')
    .where('passage.source_id', '=', sourceId)
    .where('document.is_live', '=', 1)

/** The passages of a source in the order of the text. */
export const listPassages = async (
  db: Db,
  sourceId: string,
  { after, offset, maximum }: { after: DocumentPlace | null; offset: number; maximum: number },
) => {
  const rows = passagesInUse(db, sourceId)
    .selectAll('passage')
    .select(['document.url', 'document.title as document_title'])
    .orderBy('passage.document_id')
    .orderBy('passage.position')
    .limit(maximum)
    .offset(offset)
  return await (after ? rows.where(isPlaced('>', after)) : rows).execute()
}

/** How many passages stand before one; null when the source has no such passage. */
export const countPassagesBefore = async (db: Db, sourceId: string, passageId: string) => {
  const place = await passagesInUse(db, sourceId)
    .select(['passage.document_id', 'passage.position'])
    .where('passage.id', '=', passageId)
    .executeTakeFirst()
  if (!place) return null
  const { before } = await passagesInUse(db, sourceId)
    .select((row) => row.fn.countAll<number>().as('before'))
    .where(isPlaced('<', [place.document_id, place.position]))
    .executeTakeFirstOrThrow()
  return Number(before)
}

/** The passages of a source that its owner has corrected. */
export const correctedPassages = (db: Db, sourceId: string): Promise<PassageRow[]> =>
  passagesInUse(db, sourceId)
    .selectAll('passage')
    .where('passage.read_text', 'is not', null)
    .execute()

/** Whether codes answer from one of these pages. */
export const hasPages = async (db: Db, sourceId: string, pages: number[]): Promise<boolean> => {
  if (pages.length === 0) return false
  const found = passagesInUse(db, sourceId).select('passage.id').where('passage.page', 'in', pages)
  return (await found.limit(1).executeTakeFirst()) !== undefined
}

/** A passage with the address and the title of its web page. */
export interface ShownPassage extends PassageRow {
  url: string | null
  document_title: string | null
}

export const findPassage = (
  db: Db,
  sourceId: string,
  passageId: string,
): Promise<ShownPassage | undefined> =>
  passagesInUse(db, sourceId)
    .selectAll('passage')
    .select(['document.url', 'document.title as document_title'])
    .where('passage.id', '=', passageId)
    .executeTakeFirst()

/** Deletes a passage with its vector. */
export const deletePassage = async (db: Db, id: string) => {
  await db.deleteFrom('knowledge_vectors').where('passage_id', '=', id).execute()
  await db.deleteFrom('knowledge_passages').where('id', '=', id).execute()
}

export const addTokens = async (db: Db, documentId: string, tokens: number) => {
  await db
    .updateTable('knowledge_documents')
    .set((row) => ({ tokens: row('tokens', '+', tokens) }))
    .where('id', '=', documentId)
    .execute()
}

const isPlaced = (where: '<' | '>', [documentId, position]: DocumentPlace) =>
  sql<boolean>`(passage.document_id, passage.position) ${sql.raw(where)} (${documentId}, ${position})`

/** Deletes at most `maximum` passages of a document with their vectors. */
export const deletePassages = async (
  db: Db,
  sourceId: string,
  documentId: string,
  maximum: number,
): Promise<number> => {
  const some = db
    .selectFrom('knowledge_passages')
    .select('id')
    .where('source_id', '=', sourceId)
    .where('document_id', '=', documentId)
    .orderBy('position')
    .limit(maximum)
  await db.deleteFrom('knowledge_vectors').where('passage_id', 'in', some).execute()
  return await countDeleted(db.deleteFrom('knowledge_passages').where('id', 'in', some))
}

export const deleteDocument = async (db: Db, id: string) => {
  await db.deleteFrom('knowledge_documents').where('id', '=', id).execute()
}

/** Documents of former and of failed readings. */
export const unusedDocuments = async (db: Db, sourceId: string, maximum: number) =>
  await db
    .selectFrom('knowledge_documents')
    .select('id')
    .where('source_id', '=', sourceId)
    .where('is_live', '=', 0)
    .where('url_hash', 'is', null)
    .limit(maximum)
    .execute()

export const liveDocuments = async (db: Db, sourceId: string) =>
  await db
    .selectFrom('knowledge_documents')
    .select('id')
    .where('source_id', '=', sourceId)
    .where('is_live', '=', 1)
    .execute()

/** The rows of pieces, from a position in their document on. */
export const passageRows = (
  pieces: NewPassage[],
  place: { sourceId: string; documentId: string; position: number },
  now: number,
): PassageRow[] =>
  pieces.map(({ headings, page, text }, index) => ({
    id: newId('psg', now),
    source_id: place.sourceId,
    document_id: place.documentId,
    position: place.position + index,
    page,
    headings: JSON.stringify(headings),
    text,
    tokens: tokensWith(headings, text),
    read_text: null,
  }))

/** The tokens of a passage with its headings. */
export const tokensWith = (headings: string[], text: string): number =>
  tokensOf(text) + tokensOf(headings.join(' '))

export const sumTokens = (rows: PassageRow[]): number =>
  rows.reduce((sum, { tokens }) => sum + tokens, 0)
