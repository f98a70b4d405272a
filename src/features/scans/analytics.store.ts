import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import { codesInDeletion } from '../codes/stays.store.ts'

/**
 * The scope of the sums of a code or an organization, and those to subtract, because their code is
 * being deleted.
 */
export interface Scope {
  id: string
  minus: string[]
}

export const scopeOfOrganization = async (db: Db, organizationId: string): Promise<Scope> => {
  const deleted = await codesInDeletion(db, organizationId)
  return { id: organizationId, minus: deleted.map(({ scope_id }) => scope_id) }
}

export const isIn = ({ id, minus }: Scope) => [id, ...minus]

/** The columns that are added up. */
export const counted = ['scans', 'scans_with_conversation', 'conversations', 'messages'] as const
type Counted = (typeof counted)[number]

/** A column of the sums, with the sign of its scope. */
export const signed = ({ minus }: Scope, column: Counted) =>
  minus.length === 0
    ? sql<number>`sum(${sql.ref(column)})`
    : sql<number>`sum(case when scope_id in (${sql.join(minus)}) then -${sql.ref(column)} else ${sql.ref(column)} end)`

export type Sums = Record<Counted, number>

export const noCounts: Sums = {
  scans: 0,
  scans_with_conversation: 0,
  conversations: 0,
  messages: 0,
}

export const firstHour = async (db: Db, { id }: Scope): Promise<number | null> => {
  const first = await db
    .selectFrom('scan_hours')
    .select('hour')
    .where('scope_id', '=', id)
    // A rebuild or a deletion may leave hours with a sum of zero.
    .where((row) => row.or([row('scans', '>', 0), row('conversations', '>', 0)]))
    .orderBy('hour')
    .limit(1)
    .executeTakeFirst()
  return first?.hour ?? null
}

/** Hours before `toHour` that had a scan or a conversation, oldest first. */
export const hours = async (
  db: Db,
  scope: Scope,
  fromHour: number,
  toHour = Number.MAX_SAFE_INTEGER,
) => {
  const rows = await db
    .selectFrom('scan_hours')
    .select(['hour', ...counted.map((column) => signed(scope, column).as(column))])
    .where('scope_id', 'in', isIn(scope))
    .where('hour', '>=', fromHour)
    .where('hour', '<', toHour)
    .groupBy('hour')
    .orderBy('hour')
    .execute()
  return rows.map((row) => ({
    hour: row.hour,
    scans: Number(row.scans),
    scans_with_conversation: Number(row.scans_with_conversation),
    conversations: Number(row.conversations),
    messages: Number(row.messages),
  }))
}

export const sumOfHours = async (db: Db, scope: Scope, fromHour: number, toHour: number) => {
  const { scans } = await db
    .selectFrom('scan_hours')
    .select(signed(scope, 'scans').as('scans'))
    .where('scope_id', 'in', isIn(scope))
    .where('hour', '>=', fromHour)
    .where('hour', '<', toHour)
    .executeTakeFirstOrThrow()
  return Number(scans ?? 0)
}

/** The same for several scopes. Scopes without scans are left out. */
export const sumsOfHours = async (
  db: Db,
  scopeIds: string[],
  fromHour: number,
  toHour: number,
): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('scan_hours')
    .select((row) => ['scope_id', row.fn.sum<number>('scans').as('scans')])
    .where('scope_id', 'in', scopeIds)
    .where('hour', '>=', fromHour)
    .where('hour', '<', toHour)
    .groupBy('scope_id')
    .execute()
  return new Map(rows.map(({ scope_id, scans }) => [scope_id, Number(scans)]))
}

export const shares = async (db: Db, scope: Scope, kind: 'country' | 'device', fromDay: number) => {
  const rows = await db
    .selectFrom('scan_shares')
    .select(['value', signed(scope, 'scans').as('scans')])
    .where('scope_id', 'in', isIn(scope))
    .where('kind', '=', kind)
    .where('day', '>=', fromDay)
    .groupBy('value')
    .execute()
  return rows
    .map(({ value, scans }) => ({ value, scans: Number(scans) }))
    .sort((a, b) => b.scans - a.scans || (a.value < b.value ? -1 : 1))
}

/** The codes with the most scans, highest first. */
export const topCodes = async (db: Db, organizationId: string, fromHour: number, maximum: number) =>
  await db
    .selectFrom('codes')
    .innerJoin('scan_hours', (join) =>
      join.on(sql<boolean>`scan_hours.scope_id = coalesce(codes.scope_id, codes.id)`),
    )
    .select([
      'codes.id as qpr_code_id',
      'codes.short_id',
      'codes.name',
      'codes.status',
      sql<number>`sum(scan_hours.scans)`.as('scans'),
      sql<number>`sum(scan_hours.scans_with_conversation)`.as('scans_with_conversation'),
      sql<number>`sum(scan_hours.conversations)`.as('conversations'),
    ])
    .where('codes.organization_id', '=', organizationId)
    .where('scan_hours.hour', '>=', fromHour)
    .groupBy(['codes.id', 'codes.short_id', 'codes.name', 'codes.status'])
    .having(sql<boolean>`sum(scan_hours.scans) > 0`)
    .orderBy(sql`sum(scan_hours.scans) desc`)
    .orderBy('codes.id', 'desc')
    .limit(maximum)
    .execute()

/**
 * The days before `toDay`. A sketch cannot remove devices, so those of deleted codes stay until a
 * rebuild.
 */
export const sketches = async (
  db: Db,
  { id }: Scope,
  fromDay: number,
  toDay = Number.MAX_SAFE_INTEGER,
): Promise<Uint8Array[]> => {
  const rows = await db
    .selectFrom('scan_devices')
    .select('sketch')
    .where('scope_id', '=', id)
    .where('day', '>=', fromDay)
    .where('day', '<', toDay)
    .execute()
  return rows.map(({ sketch }) => sketch)
}
