import { lowestId } from '../../platform/kit/ids.ts'
import { prepareBulkInsert } from '../../platform/store/bulk.ts'
import { countDeleted, type Db, type Transaction } from '../../platform/store/database.ts'
import type { Tables } from '../../platform/store/tables.ts'

export type EntryRow = Tables['audit_entries']

const types: Record<keyof EntryRow, 'text' | 'bigint'> = {
  id: 'text',
  organization_id: 'text',
  action: 'text',
  target_id: 'text',
  target_name: 'text',
  fields: 'text',
  via: 'text',
  user_id: 'text',
  email: 'text',
  key_id: 'text',
  key_name: 'text',
  browser: 'text',
  country: 'text',
  created_at: 'bigint',
}
const columns = Object.keys(types) as (keyof EntryRow)[]

export const insert = prepareBulkInsert<EntryRow>('audit_entries', types)

export interface Span {
  organizationId: string
  /** Ids begin with their time. Null: without a limit. */
  fromId: string | null
  beforeId: string | null
}

/** The next entries of an organization after an id, in one direction. */
export const next = async (
  db: Db,
  { organizationId, fromId, beforeId }: Span,
  direction: 'asc' | 'desc',
  after: string | null,
  most: number,
): Promise<EntryRow[]> => {
  let query = db
    .selectFrom('audit_entries')
    .select(columns)
    .where('organization_id', '=', organizationId)
  if (fromId !== null) query = query.where('id', '>=', fromId)
  if (beforeId !== null) query = query.where('id', '<', beforeId)
  if (after !== null) query = query.where('id', direction === 'asc' ? '>' : '<', after)
  return await query.orderBy('id', direction).limit(most).execute()
}

export const deleteOldEntries = async (db: Db, before: number, most: number): Promise<number> => {
  const old = db
    .selectFrom('audit_entries')
    .select('id')
    .where('id', '<', lowestId('aud', before))
    .orderBy('id')
    .limit(most)
  return await countDeleted(db.deleteFrom('audit_entries').where('id', 'in', old))
}

/** Some entries of a deleted organization. */
export const deleteEntries = async (
  { db }: Transaction,
  organizationId: string,
  most: number,
): Promise<number> => {
  const some = db
    .selectFrom('audit_entries')
    .select('id')
    .where('organization_id', '=', organizationId)
    .limit(most)
  return await countDeleted(db.deleteFrom('audit_entries').where('id', 'in', some))
}
