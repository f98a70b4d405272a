import { sql } from 'kysely'
import { hourMs } from '../../platform/kit/clock.ts'
import type { Db } from '../../platform/store/database.ts'
import type { Tables } from '../../platform/store/tables.ts'
import type { ReachableIds } from '../organizations/access.ts'
import type { FullRow } from './codes.store.ts'

/** The time in which a code can have rows of an organization, and the organization. */
export interface Stay {
  organizationId: string
  since: number
  until: number
}

/** A code of an organization, or one that has moved away and left its past there. */
export interface KnownCode {
  id: string
  organizationId: string
  /** The scope of its sums in this organization. */
  scopeId: string
  /** Null: the code has never moved, so all rows with its id belong to the organization. */
  stay: Stay | null
}

/** A whole organization, or a code in it. */
export interface KnownScope {
  organizationId: string
  code: KnownCode | null
}

/** The id of what a code has in one of its organizations. */
export const stayId = (codeId: string, organizationId: string) => `${codeId}~${organizationId}`

/** Of a stay that has not ended. */
const present = { left_at: null, short_id: null, name: null, metadata: null, is_deleted: 0 }

/** A scan may be stored a few seconds after its time, when the code has moved meanwhile. */
const slackMs = hourMs

interface StayRow {
  organization_id: string
  arrived_at: number | null
  left_at: number | null
}

const asStay = ({ organization_id, arrived_at, left_at }: StayRow): Stay | null =>
  arrived_at === null
    ? null
    : {
        organizationId: organization_id,
        since: arrived_at - slackMs,
        until: left_at === null ? Number.MAX_SAFE_INTEGER : left_at + slackMs,
      }

const asKnown = (row: StayRow & { code_id: string; scope_id: string }): KnownCode => ({
  id: row.code_id,
  organizationId: row.organization_id,
  scopeId: row.scope_id,
  stay: asStay(row),
})

/** A period, limited to a stay. */
export const withinStay = (stay: Stay | null | undefined, since: number, until: number) => ({
  since: Math.max(since, stay?.since ?? 0),
  until: Math.min(until, stay?.until ?? Number.MAX_SAFE_INTEGER),
})

/**
 * Whether a row belongs to an organization. Not `=`: SQLite must use the index of the code or the
 * id. PostgreSQL simplifies it.
 */
export const isIn = (table: 'scans' | 'conversations', organizationId: string) =>
  sql<boolean>`not (${sql.ref(`${table}.organization_id`)} <> ${organizationId})`

const withContents = sql`codes join code_contents on code_contents.code_id = codes.id`

/**
 * A field of the code of a row, as the organization of the row knows it: the current one, or that of
 * the time when the code moved away. Null: the code is deleted.
 */
export const codeField = (table: string, field: 'short_id' | 'name' | 'metadata') => {
  const codeId = sql.ref(`${table}.code_id`)
  const organizationId = sql.ref(`${table}.organization_id`)
  return sql<string>`coalesce(
    (select ${sql.ref(field)} from ${field === 'metadata' ? withContents : sql`codes`}
     where codes.id = ${codeId} and codes.organization_id = ${organizationId}),
    (select ${sql.ref(`code_stays.${field}`)} from code_stays
     where code_stays.code_id = ${codeId} and code_stays.organization_id = ${organizationId})
  )`
}

/** Whether the code of a row is not deleted in the organization of the row. */
export const hasCode = (table: string) => sql<boolean>`${codeField(table, 'short_id')} is not null`

/** Codes with the scope of their sums and their stay in their organization. */
const codesWithStay = (db: Db) =>
  db
    .selectFrom('codes')
    .leftJoin('code_stays', (join) =>
      join
        .onRef('code_stays.code_id', '=', 'codes.id')
        .onRef('code_stays.organization_id', '=', 'codes.organization_id'),
    )
    .select([
      'codes.id as code_id',
      'codes.organization_id',
      sql<string>`coalesce(codes.scope_id, codes.id)`.as('scope_id'),
      'code_stays.arrived_at',
      'code_stays.left_at',
    ])

const stayColumns = ['code_id', 'organization_id', 'scope_id', 'arrived_at', 'left_at'] as const

const formerCodes = (db: Db) =>
  db.selectFrom('code_stays').select(stayColumns).where('left_at', 'is not', null)

/** By id or short id. */
export const findOwn = async (db: Db, reachable: ReachableIds, idOrShortId: string) => {
  const codes = codesWithStay(db).where('codes.organization_id', 'in', reachable)
  const code = await (idOrShortId.startsWith('qpr_')
    ? codes.where('codes.id', '=', idOrShortId)
    : codes.where('codes.short_id', '=', idOrShortId.toLowerCase())
  ).executeTakeFirst()
  return code && asKnown(code)
}

/** A code that has moved away: from the named organization, or from the one that it left last. */
export const findFormer = async (
  db: Db,
  reachable: ReachableIds,
  idOrShortId: string,
  organizationId: string | null,
) => {
  let codes = formerCodes(db).where('organization_id', 'in', reachable)
  if (organizationId !== null) codes = codes.where('organization_id', '=', organizationId)
  const code = await (idOrShortId.startsWith('qpr_')
    ? codes.where('code_id', '=', idOrShortId)
    : codes.where('short_id', '=', idOrShortId.toLowerCase())
  )
    .orderBy('left_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return code && asKnown(code)
}

/** Undefined for a code that has never moved. */
export const findStay = async (db: Db, codeId: string, organizationId: string) => {
  const stay = await db
    .selectFrom('code_stays')
    .select(stayColumns)
    .where('code_id', '=', codeId)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return stay && asKnown(stay)
}

type Fields = Omit<Tables['code_stays'], 'code_id' | 'organization_id' | 'scope_id' | 'arrived_at'>

/** Saves the stay of a code in its organization, which may be its first. */
const saveStay = async (db: Db, { id, organization_id, scope_id }: FullRow, fields: Fields) => {
  await db
    .insertInto('code_stays')
    .values({ code_id: id, organization_id, scope_id: scope_id ?? id, arrived_at: 0, ...fields })
    .onConflict((conflict) => conflict.columns(['code_id', 'organization_id']).doUpdateSet(fields))
    .execute()
}

/**
 * A deletion is visible at once, while the rows are deleted in small steps: readers skip the scans and
 * conversations of this code, and subtract its sums from those of its organization.
 */
export const markDeleted = (db: Db, code: FullRow) =>
  saveStay(db, code, { ...present, is_deleted: 1 })

/** The codes of an organization that are being deleted. Usually there are none. */
export const codesInDeletion = async (db: Db, organizationId: string) =>
  await db
    .selectFrom('code_stays')
    .select(['code_id', 'scope_id'])
    .where('organization_id', '=', organizationId)
    .where('is_deleted', '=', 1)
    .execute()

/** The codes of a scope that are being deleted, whose scans and conversations are not listed. */
export const hiddenCodes = async (
  db: Db,
  { organizationId, codeId }: { organizationId: string; codeId: string | null },
): Promise<ReadonlySet<string>> => {
  const deleted = codeId === null ? await codesInDeletion(db, organizationId) : []
  return new Set(deleted.map(({ code_id }) => code_id))
}

/** The past of the code stays where it is. In the new organization the code has other sums. */
export const move = async (db: Db, code: FullRow, to: string, now: number) => {
  const { id, short_id, name, metadata } = code
  await saveStay(db, code, { left_at: now, short_id, name, metadata, is_deleted: 0 })
  const { scope_id } = await db
    .insertInto('code_stays')
    .values({
      code_id: id,
      organization_id: to,
      scope_id: stayId(id, to),
      arrived_at: now,
      ...present,
    })
    .onConflict((conflict) => conflict.columns(['code_id', 'organization_id']).doUpdateSet(present))
    .returning('scope_id')
    .executeTakeFirstOrThrow()
  await db.updateTable('codes').set({ scope_id }).where('id', '=', id).execute()
}

/** Some codes of a deleted organization, locked, so that no conversation starts in them meanwhile. */
export const listOwn = async (db: Db, organizationId: string, maximum: number) => {
  const rows = await codesWithStay(db)
    .where('codes.organization_id', '=', organizationId)
    .orderBy('codes.status')
    .orderBy('codes.id', 'desc')
    .limit(maximum)
    .forUpdate('codes')
    .execute()
  return rows.map(asKnown)
}

/** Some codes that have moved away from a deleted organization. */
export const listFormer = async (db: Db, organizationId: string, maximum: number) => {
  const rows = await formerCodes(db)
    .where('organization_id', '=', organizationId)
    .limit(maximum)
    .forUpdate()
    .execute()
  return rows.map(asKnown)
}

/** Nothing of the code is left in the organization. */
export const remove = async (db: Db, { id, organizationId }: KnownCode) => {
  await db
    .deleteFrom('code_stays')
    .where('code_id', '=', id)
    .where('organization_id', '=', organizationId)
    .execute()
}
