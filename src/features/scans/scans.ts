import type { Context, Service } from '../../platform/context.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { hourMs, isoTime } from '../../platform/kit/clock.ts'
import type { Db } from '../../platform/store/database.ts'
import { allPages, type PageWindow, pageAt } from '../../platform/store/keyset.ts'
import { requireScope } from '../codes/codes.access.ts'
import { hiddenCodes, type KnownScope } from '../codes/stays.store.ts'
import * as sums from './analytics.store.ts'
import { type AnyKeeps, dropScanMonthsOf } from './deletion.store.ts'
import type { ScanFilter, ScanQuery } from './scans.schema.ts'
import * as store from './scans.store.ts'

type ScanPermission = 'scans:read' | 'scans:export'
type Reading = Pick<Context, 'db'>

/** Deleting more at once would delay other requests. */
const deletedAtOnce = 500

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
export const mayRead = async (context: Context, filter: ScanFilter): Promise<boolean> => {
  try {
    await requireScope(context, filter, 'scans:read')
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

export const sumsOf = async (
  { db }: Reading,
  { organizationId, code }: KnownScope,
): Promise<sums.Scope> =>
  code ? { id: code.scopeId, minus: [] } : await sums.scopeOfOrganization(db, organizationId)

export const listScans = async (context: Context, query: ScanQuery) => {
  const { db } = context
  const { limit, offset, since = null, until = null } = query
  const span = await requireSpan(context, query, 'scans:read')
  const { organizationId, code } = span.scope
  const codeId = code?.id ?? null
  const scope = codeId === null ? { organizationId } : { codeId }
  const list = { list: 'scans', filter: [scope, since, until], like: firstPlace }
  const page = openPage(list, query)
  const deleted = await hiddenCodes(db, { organizationId, codeId })
  const found = await readScanPage(db, span, deleted, 'desc', page)
  const { rows: shown, next } = page.close(found, scanPlaceOf)
  const rows = await store.listAt(db, organizationId, shown, 'desc')
  const total = await countInSpan(context, span, [...deleted])
  return { scans: rows.map(asScan), total, limit, offset, ...next }
}

/** Whole hours come from the sums; the partial hours at both ends are counted. */
const countInSpan = async (
  context: Reading,
  { scope, since, until }: store.Span,
  deleted: string[],
): Promise<number> => {
  const { db } = context
  // The sums still include scans that were deleted by retention.
  const from = Math.max(since, (await store.oldestAt(db, scope)) ?? until)
  const firstHour = Math.ceil(from / hourMs)
  const lastHour = Math.floor(until / hourMs)
  if (lastHour <= firstHour) return await store.count(db, { scope, since: from, until }, deleted)
  const whole = await sums.sumOfHours(db, await sumsOf(context, scope), firstHour, lastHour)
  const head = { scope, since: from, until: firstHour * hourMs }
  const tail = { scope, since: lastHour * hourMs, until }
  return whole + (await store.count(db, head, deleted)) + (await store.count(db, tail, deleted))
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
    await sums.scopeOfOrganization(db, organizationId),
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
    await sums.scopeOfOrganization(db, organizationId),
    Math.ceil(from / hourMs),
    Math.ceil(until / hourMs),
  )

/** Scans as data with a limited retention. */
export const scanHistory = ({ database }: Pick<Service, 'database'>) => ({
  async hasOlder(db: Db, organizationId: string, before: number) {
    const oldest = await store.oldestAt(db, { organizationId, code: null })
    return oldest !== null && oldest < before
  },
  deleteOlder: (db: Db, organizationId: string, before: number) =>
    store.deleteOldOf(db, organizationId, before, deletedAtOnce),
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

const readAtOnce = 1000

export const scanPlaceOf = ({
  scanned_at,
  id,
}: {
  scanned_at: number
  id: number
}): store.Place => [scanned_at, id]

/** A page of a span, by index, without the codes that are being deleted. */
export const readScanPage = async (
  db: Db,
  span: store.Span,
  deleted: ReadonlySet<string>,
  order: store.Order,
  page: PageWindow<store.Place>,
): Promise<store.FoundScan[]> => {
  if (deleted.size > 0) return await pageWithout(db, span, deleted, order, page)
  return await pageAt(
    page,
    ({ after, offset, maximum: limit }) => store.places(db, span, order, after, { limit, offset }),
    scanPlaceOf,
  )
}

/** Reads in steps, because this may skip a million scans. */
const pageWithout = async (
  db: Db,
  span: store.Span,
  deleted: ReadonlySet<string>,
  order: store.Order,
  { after, offset, maximum }: PageWindow<store.Place>,
): Promise<store.FoundScan[]> => {
  const page: store.FoundScan[] = []
  let left = offset
  const steps = allPages<store.FoundScan>(readAtOnce, (last) =>
    store.places(db, span, order, last ? scanPlaceOf(last) : after, { limit: readAtOnce }),
  )
  for await (const rows of steps) {
    const shown = rows.filter(({ code_id }) => !deleted.has(code_id))
    page.push(...shown.slice(left))
    left = Math.max(0, left - shown.length)
    if (page.length >= maximum) break
  }
  return page.slice(0, maximum)
}
