import type { Codes } from '../codes/codes.ts'
import type { Actor } from '../http/actor.ts'
import { Problem } from '../http/problem.ts'
import { type Clock, hourMs, isoTime } from '../kit/clock.ts'
import type { Access } from '../organizations/access.ts'
import type { Database, Db, Transaction } from '../storage/database.ts'
import * as sums from './analytics.store.ts'
import { analyze } from './analytics.ts'
import { moveCode } from './moves.ts'
import type { AnalyticsQuery, ScanFilter, ScanQuery } from './scans.schema.ts'
import * as store from './scans.store.ts'
import { noteMessages } from './talk.ts'

interface ScansOptions {
  database: Database
  clock: Clock
  access: Access
  codes: Codes
}

/** How many are deleted at once: more would hold up the others. */
const stepSize = 500

export type Scans = ReturnType<typeof createScans>

export const createScans = ({ database, clock, access, codes }: ScansOptions) => {
  const { db } = database

  /** What a request is about: one code, or a whole organization. */
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

  /** Whole hours from the sums, the hours at both ends by counting. */
  const countInSpan = async ({ scope, since, until }: store.Span): Promise<number> => {
    // The sums still count what was deleted for its age.
    const from = Math.max(since, (await store.oldestAt(db, scope)) ?? until)
    const firstHour = Math.ceil(from / hourMs)
    const lastHour = Math.floor(until / hourMs)
    if (lastHour <= firstHour) return await store.count(db, { scope, since: from, until })
    const scopeId = 'codeId' in scope ? scope.codeId : scope.organizationId
    const whole = await sums.sumOfHours(db, scopeId, firstHour, lastHour)
    const head = await store.count(db, { scope, since: from, until: firstHour * hourMs })
    const tail = await store.count(db, { scope, since: lastHour * hourMs, until })
    return whole + head + tail
  }

  return {
    scopeOf,
    spanOf,

    organizationOf: async (scope: store.Span['scope']): Promise<string> =>
      'organizationId' in scope
        ? scope.organizationId
        : ((await store.organizationOfCode(db, scope.codeId)) ?? ''),

    /** Whether what was allowed when a stream began still is. */
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
      const { limit, offset } = query
      const span = await spanOf(actor, query, 'scans:read')
      const rows = await store.list(db, span, limit, offset)
      return { scans: rows.map(asScan), total: await countInSpan(span), limit, offset }
    },

    async analyzeCode(actor: Actor, idOrShortId: string, query: AnalyticsQuery) {
      const code = await codes.retrieve(actor, idOrShortId)
      await access.organization(db, actor, code.organization_id, 'scans:read')
      return { qpr_code_id: code.id, ...(await analyze(db, clock, code.id, query)) }
    },

    async analyzeOrganization(actor: Actor, idOrSlug: string | undefined, query: AnalyticsQuery) {
      const { id } = await access.organization(db, actor, idOrSlug, 'scans:read')
      return { qpr_code_id: null, ...(await analyze(db, clock, id, query)) }
    },

    /** Whole hours of one organization, for what a plan counts. */
    countBetween: (of: Db, organizationId: string, from: number, until: number) =>
      sums.sumOfHours(of, organizationId, Math.floor(from / hourMs), Math.ceil(until / hourMs)),

    countBetweenOf: (of: Db, organizationIds: string[], from: number, until: number) =>
      sums.sumsOfHours(of, organizationIds, Math.floor(from / hourMs), Math.ceil(until / hourMs)),

    history: {
      async hasOlder(of: Db, organizationId: string, before: number) {
        const oldest = await store.oldestAt(of, { organizationId })
        return oldest !== null && oldest < before
      },
      deleteOlder: (of: Db, organizationId: string, before: number) =>
        store.deleteOldOf(of, organizationId, before, stepSize),
    },

    /** When a code goes, what it added to the sums of its organization goes too. */
    forgetCode: ({ db }: Transaction, organizationId: string, codeId: string) =>
      sums.forgetCode(db, organizationId, codeId),
    moveCode,
    noteMessages,
    forgetOrganization: ({ db }: Transaction, organizationId: string) =>
      sums.forgetOrganization(db, organizationId),
  }
}

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
