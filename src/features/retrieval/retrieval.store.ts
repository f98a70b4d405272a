import { prepareByIds } from '../../platform/store/bulk.ts'
import type { Db, Engine } from '../../platform/store/database.ts'
import type { PassageRow } from '../knowledge/documents.store.ts'
import { isUsedBy, type SourceRow } from '../knowledge/sources.store.ts'

const columns = ['id', 'version', 'kind', 'title', 'passages', 'tokens'] as const

/** A source in use, with all that a search must know about it. */
export type UsedSource = Pick<SourceRow, (typeof columns)[number]>

/** The sources of a code, or all of an organization, in a stable order. */
export const sourcesOf = async (
  db: Db,
  organizationId: string,
  codeId: string | null,
): Promise<UsedSource[]> => {
  let rows = db
    .selectFrom('knowledge_sources')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('passages', '>', 0)
  if (codeId !== null) rows = rows.where(isUsedBy(db, codeId))
  return await rows.orderBy('id').execute()
}

type SearchedRow = Omit<PassageRow, 'read_text'>

export type JoinedRow = SearchedRow & { url: string | null; document_title: string | null }

const byIds = prepareByIds<SearchedRow>('knowledge_passages', [
  'id',
  'source_id',
  'document_id',
  'position',
  'page',
  'headings',
  'text',
  'tokens',
])

/** The passages with these ids, in any order. Ids that are gone are left out. */
export const passagesById = async (db: Db, engine: Engine, ids: string[]): Promise<JoinedRow[]> => {
  const rows = await byIds(db, engine, ids)
  if (rows.length === 0) return []
  const documents = await db
    .selectFrom('knowledge_documents')
    .select(['id', 'url', 'title'])
    .where('id', 'in', [...new Set(rows.map((row) => row.document_id))])
    .where('is_live', '=', 1)
    .execute()
  return rows.flatMap((row) => {
    const document = documents.find(({ id }) => id === row.document_id)
    return document ? { ...row, url: document.url, document_title: document.title } : []
  })
}

/** The vectors of passages, of one model. */
export const vectorsOf = async (
  db: Db,
  rows: { id: string }[],
  model: string | null,
): Promise<Map<string, Uint8Array>> => {
  if (model === null || rows.length === 0) return new Map()
  const found = await db
    .selectFrom('knowledge_vectors')
    .select(['passage_id', 'vector'])
    .where(
      'passage_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('model', '=', model)
    .execute()
  return new Map(found.map(({ passage_id, vector }) => [passage_id, vector]))
}
