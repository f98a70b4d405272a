import { sql } from 'kysely'
import type { ReachableIds } from '../organizations/access.ts'
import type { Db } from '../storage/database.ts'
import type { CodeStatus, Tables } from '../storage/tables.ts'

export type CodeRow = Tables['codes']
export type ContentRow = Tables['code_contents']
export type FullRow = CodeRow & Omit<ContentRow, 'code_id'>

const listColumns = ['id', 'name', 'short_id', 'status', 'scans_total', 'created_at'] as const

const fullColumns = [
  'codes.id',
  'codes.organization_id',
  'codes.short_id',
  'codes.name',
  'codes.name_folded',
  'codes.template',
  'codes.status',
  'codes.scans_total',
  'codes.created_at',
  'codes.updated_at',
  'code_contents.prompt',
  'code_contents.welcome_message',
  'code_contents.metadata',
  'code_contents.suggestions',
  'code_contents.contact',
  'code_contents.style',
  'code_contents.model',
] as const

/** False when the short id is taken. */
export const insert = async (db: Db, code: CodeRow, content: ContentRow): Promise<boolean> => {
  const inserted = await db
    .insertInto('codes')
    .values(code)
    .onConflict((conflict) => conflict.column('short_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  await db.insertInto('code_contents').values(content).execute()
  return true
}

/** By id or short id, within reach; held until the end of the transaction when it is to change. */
export const find = async (
  db: Db,
  reachable: ReachableIds,
  idOrShortId: string,
  { hold }: { hold: boolean },
): Promise<FullRow | undefined> => {
  const byId = idOrShortId.startsWith('qpr_')
  const query = db
    .selectFrom('codes')
    .innerJoin('code_contents', 'code_contents.code_id', 'codes.id')
    .select(fullColumns)
    .where('codes.organization_id', 'in', reachable)
    .where(
      byId ? 'codes.id' : 'codes.short_id',
      '=',
      byId ? idOrShortId : idOrShortId.toLowerCase(),
    )
  return await (hold ? query.forUpdate('codes') : query).executeTakeFirst()
}

interface ListOptions {
  status: CodeStatus
  nameContains: string | null
  limit: number
  offset: number
}

const matching = (db: Db, organizationId: string, { status, nameContains }: ListOptions) => {
  const codes = db
    .selectFrom('codes')
    .where('organization_id', '=', organizationId)
    .where('status', '=', status)
  return nameContains === null
    ? codes
    : // SQLite has no escape character unless one is named.
      codes.where(sql<boolean>`name_folded like ${`%${escapeLike(nameContains)}%`} escape '\\'`)
}

/** Newest first: ids sort by their creation. */
export const list = async (db: Db, organizationId: string, options: ListOptions) =>
  await matching(db, organizationId, options)
    .select(listColumns)
    .orderBy('id', 'desc')
    .limit(options.limit)
    .offset(options.offset)
    .execute()

/** Counts row by row: only for a search; the plain total stands on the organization. */
export const count = async (db: Db, organizationId: string, options: ListOptions) => {
  const { total } = await matching(db, organizationId, options)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

export const update = async (db: Db, { id, ...row }: FullRow) => {
  await db
    .updateTable('codes')
    .set({
      name: row.name,
      name_folded: row.name_folded,
      template: row.template,
      status: row.status,
      updated_at: row.updated_at,
    })
    .where('organization_id', '=', row.organization_id)
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('code_contents')
    .set({
      prompt: row.prompt,
      welcome_message: row.welcome_message,
      metadata: row.metadata,
      suggestions: row.suggestions,
      contact: row.contact,
      style: row.style,
      model: row.model,
    })
    .where('code_id', '=', id)
    .execute()
}

export const remove = async (db: Db, organizationId: string, id: string) => {
  await db
    .deleteFrom('codes')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
