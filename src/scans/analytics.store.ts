import { sql } from 'kysely'
import type { Db } from '../storage/database.ts'

export interface Sums {
  scans: number
  conversations: number
  messages: number
}

export const firstHour = async (db: Db, scopeId: string): Promise<number | null> => {
  const first = await db
    .selectFrom('scan_hours')
    .select('hour')
    .where('scope_id', '=', scopeId)
    .orderBy('hour')
    .limit(1)
    .executeTakeFirst()
  return first?.hour ?? null
}

/** Hours before `toHour` that had a scan, oldest first. */
export const hours = async (
  db: Db,
  scopeId: string,
  fromHour: number,
  toHour = Number.MAX_SAFE_INTEGER,
) =>
  await db
    .selectFrom('scan_hours')
    .select(['hour', 'scans', 'conversations', 'messages'])
    .where('scope_id', '=', scopeId)
    .where('hour', '>=', fromHour)
    .where('hour', '<', toHour)
    .orderBy('hour')
    .execute()

export const sumOfHours = async (db: Db, scopeId: string, fromHour: number, toHour: number) => {
  const { scans } = await db
    .selectFrom('scan_hours')
    .select((row) => row.fn.sum<number | null>('scans').as('scans'))
    .where('scope_id', '=', scopeId)
    .where('hour', '>=', fromHour)
    .where('hour', '<', toHour)
    .executeTakeFirstOrThrow()
  return Number(scans ?? 0)
}

/** The same of several scopes; those without a scan are not among them. */
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

export const shares = async (
  db: Db,
  scopeId: string,
  kind: 'country' | 'device',
  fromDay: number,
) => {
  const rows = await db
    .selectFrom('scan_shares')
    .select((row) => ['value', row.fn.sum<number>('scans').as('scans')])
    .where('scope_id', '=', scopeId)
    .where('kind', '=', kind)
    .where('day', '>=', fromDay)
    .groupBy('value')
    .execute()
  return rows
    .map(({ value, scans }) => ({ value, scans: Number(scans) }))
    .sort((a, b) => b.scans - a.scans || (a.value < b.value ? -1 : 1))
}

/** Those with the most scans, most first. */
export const topCodes = async (db: Db, organizationId: string, fromHour: number, most: number) =>
  await db
    .selectFrom('codes')
    .innerJoin('scan_hours', 'scan_hours.scope_id', 'codes.id')
    .select([
      'codes.id as qpr_code_id',
      'codes.short_id',
      'codes.name',
      'codes.status',
      sql<number>`sum(scan_hours.scans)`.as('scans'),
      sql<number>`sum(scan_hours.conversations)`.as('conversations'),
    ])
    .where('codes.organization_id', '=', organizationId)
    .where('scan_hours.hour', '>=', fromHour)
    .groupBy(['codes.id', 'codes.short_id', 'codes.name', 'codes.status'])
    .having(sql<boolean>`sum(scan_hours.scans) > 0`)
    .orderBy(sql`sum(scan_hours.scans) desc`)
    .orderBy('codes.id', 'desc')
    .limit(most)
    .execute()

/** Of the days before `toDay`. */
export const sketches = async (
  db: Db,
  scopeId: string,
  fromDay: number,
  toDay = Number.MAX_SAFE_INTEGER,
): Promise<Uint8Array[]> => {
  const rows = await db
    .selectFrom('scan_devices')
    .select('sketch')
    .where('scope_id', '=', scopeId)
    .where('day', '>=', fromDay)
    .where('day', '<', toDay)
    .execute()
  return rows.map(({ sketch }) => sketch)
}

export const sketchesByDay = async (db: Db, scopeId: string) =>
  await db
    .selectFrom('scan_devices')
    .select(['day', 'sketch'])
    .where('scope_id', '=', scopeId)
    .orderBy('day')
    .execute()

/** When a code goes: what it added to the sums of its organization, and its own. */
export const forgetCode = async (db: Db, organizationId: string, codeId: string) => {
  await takeFrom(db, organizationId, codeId)
  await forgetScope(db, codeId)
}

/** When a code changes its organization, its scans do too. */
export const moveCode = async (db: Db, codeId: string, from: string, to: string) => {
  await db.updateTable('scans').set({ organization_id: to }).where('code_id', '=', codeId).execute()
  await takeFrom(db, from, codeId)
  await addTo(db, to, codeId)
}

const addTo = async (db: Db, organizationId: string, codeId: string) => {
  await sql`
    insert into scan_hours (scope_id, hour, scans, conversations, messages)
    select ${organizationId}, hour, scans, conversations, messages
    from scan_hours where scope_id = ${codeId}
    on conflict (scope_id, hour) do update set
      scans = scan_hours.scans + excluded.scans,
      conversations = scan_hours.conversations + excluded.conversations,
      messages = scan_hours.messages + excluded.messages
  `.execute(db)
  await sql`
    insert into scan_shares (scope_id, day, kind, value, scans)
    select ${organizationId}, day, kind, value, scans from scan_shares where scope_id = ${codeId}
    on conflict (scope_id, day, kind, value) do update set
      scans = scan_shares.scans + excluded.scans
  `.execute(db)
}

const takeFrom = async (db: Db, organizationId: string, codeId: string) => {
  await sql`
    update scan_hours set
      scans = scans - (select c.scans from scan_hours c where c.scope_id = ${codeId} and c.hour = scan_hours.hour),
      conversations = conversations - (select c.conversations from scan_hours c where c.scope_id = ${codeId} and c.hour = scan_hours.hour),
      messages = messages - (select c.messages from scan_hours c where c.scope_id = ${codeId} and c.hour = scan_hours.hour)
    where scope_id = ${organizationId}
      and hour in (select hour from scan_hours where scope_id = ${codeId})
  `.execute(db)
  await sql`
    update scan_shares set scans = scans - (
      select c.scans from scan_shares c
      where c.scope_id = ${codeId} and c.day = scan_shares.day
        and c.kind = scan_shares.kind and c.value = scan_shares.value
    )
    where scope_id = ${organizationId} and exists (
      select 1 from scan_shares c
      where c.scope_id = ${codeId} and c.day = scan_shares.day
        and c.kind = scan_shares.kind and c.value = scan_shares.value
    )
  `.execute(db)
}

const forgetScope = async (db: Db, scopeId: string) => {
  for (const table of ['scan_hours', 'scan_shares', 'scan_devices'] as const) {
    await db.deleteFrom(table).where('scope_id', '=', scopeId).execute()
  }
}

export const forgetOrganization = async (db: Db, organizationId: string) => {
  const codes = db.selectFrom('codes').select('id').where('organization_id', '=', organizationId)
  for (const table of ['scan_hours', 'scan_shares', 'scan_devices'] as const) {
    await db.deleteFrom(table).where('scope_id', 'in', codes).execute()
  }
  await forgetScope(db, organizationId)
}
