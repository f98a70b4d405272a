import { dayMs, hourMs } from '../../platform/kit/clock.ts'
import type { Db } from '../../platform/store/database.ts'
import { allPages } from '../../platform/store/keyset.ts'
import { findStay, isIn, type Stay } from '../codes/stays.store.ts'
import { counted } from './analytics.store.ts'
import type { ScanRow } from './recorder.store.ts'

/** A code or an organization, and the scope of its sums. */
export interface RebuiltScope {
  id: string
  scopeId: string
  /** Null for an organization, and for a code that has never moved. */
  stay: Stay | null
  /**
   * The scan count in the row of a code. Null for an organization, and for a code that has moved:
   * the count includes scans of former organizations.
   */
  scansTotal: number | null
}

export type ScopeKind = 'codes' | 'organizations'

const pageSize = 2000
const hoursADay = dayMs / hourMs

export const isAnyDeleted = async (db: Db): Promise<boolean> => {
  const one = await db
    .selectFrom('code_stays')
    .select('code_id')
    .where('is_deleted', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

export const scopeOf = async (db: Db, of: ScopeKind, id: string) =>
  await scopeWhere(db, of, '=', id)

export const nextScope = async (db: Db, of: ScopeKind, after: string) =>
  await scopeWhere(db, of, '>', after)

const scopeWhere = async (
  db: Db,
  of: ScopeKind,
  is: '=' | '>',
  id: string,
): Promise<RebuiltScope | undefined> => {
  if (of === 'organizations') {
    const row = await db
      .selectFrom('organizations')
      .select('id')
      .where('id', is, id)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    return row && { id: row.id, scopeId: row.id, stay: null, scansTotal: null }
  }
  const row = await db
    .selectFrom('codes')
    .select(['id', 'organization_id', 'scope_id', 'scans_total'])
    .where('id', is, id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { stay = null } = (await findStay(db, row.id, row.organization_id)) ?? {}
  const scansTotal = stay ? null : row.scans_total
  return { id: row.id, scopeId: row.scope_id ?? row.id, stay, scansTotal }
}

/** Yields the scans of a scope from a day on, page by page, in time order. */
export const scanPages = (db: Db, of: ScopeKind, { id, stay }: RebuiltScope, fromDay: number) =>
  allPages<ScanRow>(pageSize, (last) => {
    const first = Math.max(fromDay * dayMs, stay?.since ?? 0)
    const { scanned_at, id: after } = last ?? { scanned_at: first, id: -1 }
    const rows = db
      .selectFrom('scans')
      .select([
        'id',
        'code_id',
        'organization_id',
        'scanned_at',
        'device',
        'device_key',
        'country',
        'region',
        'city',
        'conversation_started',
        'conversation_messages',
      ])
      .where(columnOf[of], '=', id)
      .where('scanned_at', '>=', scanned_at)
      .where((scan) => scan.or([scan('scanned_at', '>', scanned_at), scan('id', '>', after)]))
      .orderBy('scanned_at')
      .orderBy('id')
      .limit(pageSize)
    return (stay ? rows.where(isIn('scans', stay.organizationId)) : rows).execute()
  })

export interface TalkRow {
  id: string
  started_at: number
  messages_count: number
}

/** Yields the conversations of a scope that started in these days, page by page. */
export const talkPages = (
  db: Db,
  of: ScopeKind,
  { id, stay }: RebuiltScope,
  fromDay: number,
  toDay: number,
) =>
  allPages<TalkRow>(pageSize, (last) => {
    const first = Math.max(fromDay * dayMs, stay?.since ?? 0)
    const { started_at, id: after } = last ?? { started_at: first, id: '' }
    const rows = db
      .selectFrom('conversations')
      .select(['id', 'started_at', 'messages_count'])
      .where(columnOf[of], '=', id)
      .where('started_at', '>=', started_at)
      .where('started_at', '<', toDay * dayMs)
      .where((row) => row.or([row('started_at', '>', started_at), row('id', '>', after)]))
      .orderBy('started_at')
      .orderBy('id')
      .limit(pageSize)
      .$narrowType<{ started_at: number }>()
    return (stay ? rows.where(isIn('conversations', stay.organizationId)) : rows).execute()
  })

const columnOf = { codes: 'code_id', organizations: 'organization_id' } as const

/** The stored sums of a scope, from one day to before another. */
export const sumsBetween = async (db: Db, scopeId: string, fromDay: number, toDay: number) => ({
  hours: await db
    .selectFrom('scan_hours')
    .select(['scope_id', 'hour', ...counted])
    .where('scope_id', '=', scopeId)
    .where('hour', '>=', fromDay * hoursADay)
    .where('hour', '<', toDay * hoursADay)
    .execute(),
  shares: await db
    .selectFrom('scan_shares')
    .select(['scope_id', 'day', 'kind', 'value', 'scans'])
    .where('scope_id', '=', scopeId)
    .where('day', '>=', fromDay)
    .where('day', '<', toDay)
    .execute(),
  sketches: await db
    .selectFrom('scan_devices')
    .select(['scope_id', 'day', 'sketch'])
    .where('scope_id', '=', scopeId)
    .where('day', '>=', fromDay)
    .where('day', '<', toDay)
    .execute(),
})

export const totalOfHours = async (db: Db, scopeId: string): Promise<number> => {
  const { total } = await db
    .selectFrom('scan_hours')
    .select((row) => row.fn.sum<number | null>('scans').as('total'))
    .where('scope_id', '=', scopeId)
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}
