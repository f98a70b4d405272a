import type { ExpressionBuilder } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import { countUpTo } from '../../platform/store/keyset.ts'
import type { Tables } from '../../platform/store/tables.ts'

export type SourceRow = Tables['knowledge_sources']

export interface Filter {
  organizationId: string
  codeId?: string
  kind?: SourceRow['kind']
  status?: SourceRow['status']
}

export const insert = async (db: Db, row: SourceRow) => {
  await db.insertInto('knowledge_sources').values(row).execute()
}

export const find = async (db: Db, id: string): Promise<SourceRow | undefined> =>
  await db.selectFrom('knowledge_sources').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks the row until the end of the transaction. */
export const lock = async (db: Db, id: string): Promise<SourceRow | undefined> =>
  await db
    .selectFrom('knowledge_sources')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const updateSourceRow = async (db: Db, id: string, changes: Partial<SourceRow>) => {
  await db.updateTable('knowledge_sources').set(changes).where('id', '=', id).execute()
}

export const remove = async (db: Db, id: string) => {
  await db.deleteFrom('knowledge_sources').where('id', '=', id).execute()
}

const filtered = (db: Db, { organizationId, codeId, kind, status }: Filter) => {
  let rows = db.selectFrom('knowledge_sources').where('organization_id', '=', organizationId)
  if (kind !== undefined) rows = rows.where('kind', '=', kind)
  if (status !== undefined) rows = rows.where('status', '=', status)
  return codeId === undefined ? rows : rows.where(isUsedBy(db, codeId))
}

/** Whether a code answers from a source. */
export const isUsedBy = (db: Db, codeId: string) => {
  const named = db.selectFrom('knowledge_codes').select('source_id').where('code_id', '=', codeId)
  return (row: ExpressionBuilder<Tables, 'knowledge_sources'>) =>
    row.or([row('all_codes', '=', 1), row('id', 'in', named)])
}

/** Newest first. */
export const list = async (
  db: Db,
  filter: Filter,
  { after, limit, offset }: { after: string | null; limit: number; offset: number },
): Promise<SourceRow[]> => {
  const rows = filtered(db, filter).selectAll()
  return await (after === null ? rows : rows.where('id', '<', after))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export const count = (db: Db, filter: Filter): Promise<number> =>
  countUpTo(db, filtered(db, filter).select('id'))

/** Rounded up, so that a limit is never exceeded by a fraction. */
export const megabytesOf = (bytes: number): number => Math.ceil(bytes / 2 ** 20)

export const usage = async (db: Db, organizationId: string) => {
  const { sources, pages, bytes } = await db
    .selectFrom('knowledge_sources')
    .select((row) => [
      row.fn.countAll<number>().as('sources'),
      row.fn.sum<number | null>('pages').as('pages'),
      // Questions have a size too, but are no files.
      row.fn
        .sum<number | null>(
          row.case().when('kind', '=', 'file').then(row.ref('size_bytes')).else(0).end(),
        )
        .as('bytes'),
    ])
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return {
    sources: Number(sources),
    pages: Number(pages ?? 0),
    bytes: Number(bytes ?? 0),
    megabytes: megabytesOf(Number(bytes ?? 0)),
  }
}

/** The codes of each source. A code that has moved to another organization is not one of them. */
export const codesOf = async (db: Db, sourceIds: string[]): Promise<Map<string, string[]>> => {
  const found = new Map<string, string[]>()
  if (sourceIds.length === 0) return found
  const rows = await db
    .selectFrom('knowledge_codes')
    .innerJoin('knowledge_sources', 'knowledge_sources.id', 'knowledge_codes.source_id')
    .innerJoin('codes', (on) =>
      on
        .onRef('codes.id', '=', 'knowledge_codes.code_id')
        .onRef('codes.organization_id', '=', 'knowledge_sources.organization_id'),
    )
    .select(['knowledge_codes.source_id', 'knowledge_codes.code_id'])
    .where('knowledge_codes.source_id', 'in', sourceIds)
    .orderBy('knowledge_codes.code_id')
    .execute()
  for (const { source_id, code_id } of rows) {
    found.set(source_id, [...(found.get(source_id) ?? []), code_id])
  }
  return found
}

export const setCodes = async (db: Db, sourceId: string, codeIds: string[]) => {
  await db.deleteFrom('knowledge_codes').where('source_id', '=', sourceId).execute()
  if (codeIds.length === 0) return
  await db
    .insertInto('knowledge_codes')
    .values(codeIds.map((code_id) => ({ source_id: sourceId, code_id })))
    .execute()
}

/** The ids of codes of an organization, by id or short id. */
export const findCodes = async (db: Db, organizationId: string, idsOrShortIds: string[]) => {
  if (idsOrShortIds.length === 0) return []
  return await db
    .selectFrom('codes')
    .select(['id', 'short_id'])
    .where('organization_id', '=', organizationId)
    .where((row) => row.or([row('id', 'in', idsOrShortIds), row('short_id', 'in', idsOrShortIds)]))
    .execute()
}
