import { type EntryRow, entryColumns } from '../../platform/change.ts'
import { lowestId } from '../../platform/kit/ids.ts'
import { countDeleted, type Db, type Transaction } from '../../platform/store/database.ts'

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
  maximum: number,
): Promise<EntryRow[]> => {
  let query = db
    .selectFrom('audit_entries')
    .select(entryColumns)
    .where('organization_id', '=', organizationId)
  if (fromId !== null) query = query.where('id', '>=', fromId)
  if (beforeId !== null) query = query.where('id', '<', beforeId)
  if (after !== null) query = query.where('id', direction === 'asc' ? '>' : '<', after)
  return await query.orderBy('id', direction).limit(maximum).execute()
}

export const deleteOldEntries = async (
  db: Db,
  before: number,
  maximum: number,
): Promise<number> => {
  const old = db
    .selectFrom('audit_entries')
    .select('id')
    .where('id', '<', lowestId('aud', before))
    .orderBy('id')
    .limit(maximum)
  return await countDeleted(db.deleteFrom('audit_entries').where('id', 'in', old))
}

/** Some entries of a deleted organization. */
export const deleteEntries = async (
  { db }: Transaction,
  organizationId: string,
  maximum: number,
): Promise<number> => {
  const some = db
    .selectFrom('audit_entries')
    .select('id')
    .where('organization_id', '=', organizationId)
    .limit(maximum)
  return await countDeleted(db.deleteFrom('audit_entries').where('id', 'in', some))
}
