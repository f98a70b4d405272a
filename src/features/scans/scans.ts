import type { Actor } from '../../platform/http/callers/actor.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { hourMs, isoTime } from '../../platform/kit/clock.ts'
import type { Base, Db } from '../../platform/store/database.ts'
import { type MovingCodes, movingCodes, nothingMoves } from '../../platform/store/moving-codes.ts'
import type { Codes } from '../codes/codes.legacy.ts'
import type { Access } from '../organizations/access.ts'
import * as sums from './analytics.store.ts'
import { analyze } from './analytics.ts'
import * as departures from './departures.store.ts'
import { type AnyKeeps, dropScanMonthsOf } from './months.store.ts'
import { noteMessages } from './note-messages.ts'
import type { AnalyticsQuery, ScanFilter, ScanQuery } from './scans.schema.ts'
import * as store from './scans.store.ts'
import { type Scope, scopeOfCode, scopeOfOrganization } from './scope.store.ts'
import { pageOf, placeOf } from './walk.ts'

interface ScansOptions extends Base {
  access: Access
  codes: Codes
}

/** Deleting more at once would delay other requests. */
const stepSize = 500

export type Scans = ReturnType<typeof createScans>

export const createScans = ({ database, clock, access, codes }: ScansOptions) => {
  const { db } = database

  /** The scope of a request: a code or a whole organization. */
  const scopeOf = async (
    actor: Actor,
    { qpr_code_id, organization_id }: Pick<ScanFilter, 'qpr_code_id' | 'organization_id'>,
    permission: 'scans:read' | 'scans:export',
  ): Promise<store.Span['scope']> => {
    if (qpr_code_id === undefined) {
      const { id } = await access.organization(db, actor, organization_id, permission)
      return { organizationId: id }
    }
    const code = await codes.retrieve(actor, qpr_code_id)
    await access.organization(db, actor, code.organization_id, permission)
    return { codeId: code.id }
  }

  const spanOf = async (
    actor: Actor,
    filter: ScanFilter,
    permission: 'scans:read' | 'scans:export',
  ): Promise<store.Span> => ({
    scope: await scopeOf(actor, filter, permission),
    since: filter.since === undefined ? 0 : Date.parse(filter.since),
    until: filter.until === undefined ? clock.now() + hourMs : Date.parse(filter.until),
  })

  const sumsOf = async (of: Db, scope: store.Span['scope']): Promise<Scope> =>
    'codeId' in scope
      ? await scopeOfCode(of, scope.codeId)
      : await scopeOfOrganization(of, scope.organizationId)

  /** Codes that are being moved only matter when the filter covers a whole organization. */
  const movingIn = async ({ scope }: store.Span): Promise<MovingCodes> =>
    'codeId' in scope ? nothingMoves : await movingCodes(db, scope.organizationId)

  const countRows = async (span: store.Span, { away, here }: MovingCodes): Promise<number> => {
    let total = await store.count(db, span, [...away])
    for (const codeId of here) total += await store.count(db, { ...span, scope: { codeId } })
    return total
  }

  const oldestAt = async ({ scope }: store.Span, { here }: MovingCodes): Promise<number | null> => {
    const scopes = [scope, ...here.map((codeId) => ({ codeId }))]
    const times = await Promise.all(scopes.map((one) => store.oldestAt(db, one)))
    const known = times.filter((time) => time !== null)
    return known.length === 0 ? null : Math.min(...known)
  }

  /** Whole hours come from the sums; the partial hours at both ends are counted. */
  const countInSpan = async (span: store.Span, moving: MovingCodes): Promise<number> => {
    const { scope, since, until } = span
    // The sums still include scans that were deleted by retention.
    const from = Math.max(since, (await oldestAt(span, moving)) ?? until)
    const firstHour = Math.ceil(from / hourMs)
    const lastHour = Math.floor(until / hourMs)
    if (lastHour <= firstHour) return await countRows({ scope, since: from, until }, moving)
    const whole = await sums.sumOfHours(db, await sumsOf(db, scope), firstHour, lastHour)
    const head = await countRows({ scope, since: from, until: firstHour * hourMs }, moving)
    const tail = await countRows({ scope, since: lastHour * hourMs, until }, moving)
    return whole + head + tail
  }

  return {
    scopeOf,
    spanOf,
    sumsOf,
    movingIn,

    organizationOf: async (scope: store.Span['scope']): Promise<string> =>
      'organizationId' in scope
        ? scope.organizationId
        : ((await store.organizationOfCode(db, scope.codeId)) ?? ''),

    /** Whether the permissions at the start of a stream still apply. */
    async mayRead(actor: Actor, filter: Pick<ScanFilter, 'qpr_code_id' | 'organization_id'>) {
      try {
        await scopeOf(actor, filter, 'scans:read')
        return true
      } catch (error) {
        if (error instanceof Problem) return false
        throw error
      }
    },

    async list(actor: Actor, query: ScanQuery) {
      const { limit, offset, since = null, until = null } = query
      const span = await spanOf(actor, query, 'scans:read')
      const list = { list: 'scans', filter: [span.scope, since, until], like: firstPlace }
      const page = openPage(list, query)
      const moving = await movingIn(span)
      const found = await pageOf(db, span, moving, 'desc', page)
      const { rows: shown, next } = page.close(found, placeOf)
      const rows = await store.listAt(db, shown, 'desc')
      const total = await countInSpan(span, moving)
      return { scans: rows.map(asScan), total, limit, offset, ...next }
    },

    async analyzeCode(actor: Actor, idOrShortId: string, query: AnalyticsQuery) {
      const code = await codes.retrieve(actor, idOrShortId)
      await access.organization(db, actor, code.organization_id, 'scans:read')
      return {
        qpr_code_id: code.id,
        ...(await analyze(db, clock, await scopeOfCode(db, code.id), query)),
      }
    },

    async analyzeOrganization(actor: Actor, idOrSlug: string | undefined, query: AnalyticsQuery) {
      const { id } = await access.organization(db, actor, idOrSlug, 'scans:read')
      return {
        qpr_code_id: null,
        ...(await analyze(db, clock, await scopeOfOrganization(db, id), query)),
      }
    },

    /** Scans of one organization in whole hours, for plan limits. */
    countBetween: async (of: Db, organizationId: string, from: number, until: number) =>
      await sums.sumOfHours(
        of,
        await scopeOfOrganization(of, organizationId),
        Math.floor(from / hourMs),
        Math.ceil(until / hourMs),
      ),

    /** The hours that begin in a span, for summaries. Hours without a scan are left out. */
    hoursBetween: async (
      of: Db,
      organizationId: string,
      { from, until }: { from: number; until: number },
    ) =>
      await sums.hours(
        of,
        await scopeOfOrganization(of, organizationId),
        Math.ceil(from / hourMs),
        Math.ceil(until / hourMs),
      ),

    countBetweenOf: (of: Db, organizationIds: string[], from: number, until: number) =>
      sums.sumsOfHours(of, organizationIds, Math.floor(from / hourMs), Math.ceil(until / hourMs)),

    history: {
      async hasOlder(of: Db, organizationId: string, before: number) {
        const oldest = await store.oldestAt(of, { organizationId })
        return oldest !== null && oldest < before
      },
      deleteOlder: (of: Db, organizationId: string, before: number) =>
        store.deleteOldOf(of, organizationId, before, stepSize),
      dropMonths: (before: number, anyKeeps: AnyKeeps) =>
        dropScanMonthsOf(database, before, anyKeeps),
    },

    /** Called when a code is deleted or moved. Its scans and sums follow in small steps. */
    leave: departures.leave,
    leaveForNowhere: departures.leaveForNowhere,
    noteMessages,
  }
}

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
