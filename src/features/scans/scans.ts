import type { Context, Service } from '../../platform/context.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { hourMs, isoTime } from '../../platform/kit/clock.ts'
import type { Db } from '../../platform/store/database.ts'
import { type MovingCodes, movingCodes, nothingMoves } from '../../platform/store/moving-codes.ts'
import { retrieveCode } from '../codes/codes.ts'
import { requireOrganization } from '../organizations/access.ts'
import * as sums from './analytics.store.ts'
import { type AnyKeeps, dropScanMonthsOf } from './months.store.ts'
import type { ScanFilter, ScanQuery } from './scans.schema.ts'
import * as store from './scans.store.ts'
import { type Scope, scopeOfCode, scopeOfOrganization } from './scope.store.ts'
import { pageOf, placeOf } from './walk.ts'

type ScopeFilter = Pick<ScanFilter, 'qpr_code_id' | 'organization_id'>
type ScanPermission = 'scans:read' | 'scans:export'
type Reading = Pick<Context, 'db'>

/** Deleting more at once would delay other requests. */
const stepSize = 500

/** The scope of a request: a code or a whole organization. */
export const requireScope = async (
  context: Context,
  { qpr_code_id, organization_id }: ScopeFilter,
  permission: ScanPermission,
): Promise<store.Span['scope']> => {
  if (qpr_code_id === undefined) {
    const { id } = await requireOrganization(context, organization_id, permission)
    return { organizationId: id }
  }
  const code = await retrieveCode(context, qpr_code_id)
  await requireOrganization(context, code.organization_id, permission)
  return { codeId: code.id }
}

/** The scope and the period of a request. */
export const requireSpan = async (
  context: Context,
  filter: ScanFilter,
  permission: ScanPermission,
): Promise<store.Span> => ({
  scope: await requireScope(context, filter, permission),
  since: filter.since === undefined ? 0 : Date.parse(filter.since),
  until: filter.until === undefined ? context.now() + hourMs : Date.parse(filter.until),
})

/** Whether the permissions at the start of a stream still apply. */
export const mayRead = async (context: Context, filter: ScopeFilter): Promise<boolean> => {
  try {
    await requireScope(context, filter, 'scans:read')
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

export const organizationOf = async (
  { db }: Reading,
  scope: store.Span['scope'],
): Promise<string> =>
  'organizationId' in scope
    ? scope.organizationId
    : ((await store.organizationOfCode(db, scope.codeId)) ?? '')

export const sumsOf = async ({ db }: Reading, scope: store.Span['scope']): Promise<Scope> =>
  'codeId' in scope
    ? await scopeOfCode(db, scope.codeId)
    : await scopeOfOrganization(db, scope.organizationId)

/** Codes that are being moved only matter when the filter covers a whole organization. */
export const movingIn = async ({ db }: Reading, { scope }: store.Span): Promise<MovingCodes> =>
  'codeId' in scope ? nothingMoves : await movingCodes(db, scope.organizationId)

export const listScans = async (context: Context, query: ScanQuery) => {
  const { db } = context
  const { limit, offset, since = null, until = null } = query
  const span = await requireSpan(context, query, 'scans:read')
  const list = { list: 'scans', filter: [span.scope, since, until], like: firstPlace }
  const page = openPage(list, query)
  const moving = await movingIn(context, span)
  const found = await pageOf(db, span, moving, 'desc', page)
  const { rows: shown, next } = page.close(found, placeOf)
  const rows = await store.listAt(db, shown, 'desc')
  const total = await countInSpan(context, span, moving)
  return { scans: rows.map(asScan), total, limit, offset, ...next }
}

/** Whole hours come from the sums; the partial hours at both ends are counted. */
const countInSpan = async (
  context: Reading,
  span: store.Span,
  moving: MovingCodes,
): Promise<number> => {
  const { db } = context
  const { scope, since, until } = span
  // The sums still include scans that were deleted by retention.
  const from = Math.max(since, (await oldestAt(db, span, moving)) ?? until)
  const firstHour = Math.ceil(from / hourMs)
  const lastHour = Math.floor(until / hourMs)
  if (lastHour <= firstHour) return await countRows(db, { scope, since: from, until }, moving)
  const whole = await sums.sumOfHours(db, await sumsOf(context, scope), firstHour, lastHour)
  const head = await countRows(db, { scope, since: from, until: firstHour * hourMs }, moving)
  const tail = await countRows(db, { scope, since: lastHour * hourMs, until }, moving)
  return whole + head + tail
}

const countRows = async (
  db: Db,
  span: store.Span,
  { away, here }: MovingCodes,
): Promise<number> => {
  let total = await store.count(db, span, [...away])
  for (const codeId of here) total += await store.count(db, { ...span, scope: { codeId } })
  return total
}

const oldestAt = async (
  db: Db,
  { scope }: store.Span,
  { here }: MovingCodes,
): Promise<number | null> => {
  const scopes = [scope, ...here.map((codeId) => ({ codeId }))]
  const times = await Promise.all(scopes.map((one) => store.oldestAt(db, one)))
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** Scans of one organization in whole hours, for plan limits. */
export const countScansBetween = async (
  { db }: Reading,
  organizationId: string,
  from: number,
  until: number,
): Promise<number> =>
  await sums.sumOfHours(
    db,
    await scopeOfOrganization(db, organizationId),
    Math.floor(from / hourMs),
    Math.ceil(until / hourMs),
  )

/** The same for several organizations. */
export const countScansOfEach = (
  { db }: Reading,
  organizationIds: string[],
  from: number,
  until: number,
) => sums.sumsOfHours(db, organizationIds, Math.floor(from / hourMs), Math.ceil(until / hourMs))

/** The hours that begin in a span, for summaries. Hours without a scan are left out. */
export const listScanHours = async (
  { db }: Reading,
  organizationId: string,
  { from, until }: { from: number; until: number },
) =>
  await sums.hours(
    db,
    await scopeOfOrganization(db, organizationId),
    Math.ceil(from / hourMs),
    Math.ceil(until / hourMs),
  )

/** Scans as data with a limited retention. */
export const scanHistory = ({ database }: Pick<Service, 'database'>) => ({
  async hasOlder(db: Db, organizationId: string, before: number) {
    const oldest = await store.oldestAt(db, { organizationId })
    return oldest !== null && oldest < before
  },
  deleteOlder: (db: Db, organizationId: string, before: number) =>
    store.deleteOldOf(db, organizationId, before, stepSize),
  dropMonths: (before: number, anyKeeps: AnyKeeps) => dropScanMonthsOf(database, before, anyKeeps),
})

/** An example: a place in this list is a time and an id. */
const firstPlace: store.Place = [0, 0]

export const asScan = (row: store.ListedScan) => ({
  id: row.id,
  qpr_code_id: row.code_id,
  short_id: row.short_id,
  scanned_at: isoTime(row.scanned_at),
  country: row.country,
  region: row.region,
  city: row.city,
  device: row.device,
  conversation_started: row.conversation_started > 0,
  conversation_messages: row.conversation_messages,
  metadata: JSON.parse(row.metadata) as Record<string, unknown>,
})
