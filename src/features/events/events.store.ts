import { sql } from 'kysely'
import { minuteMs } from '../../platform/kit/clock.ts'
import { lowestId, madeAt } from '../../platform/kit/ids.ts'
import type { Db, Engine } from '../../platform/store/database.ts'
import { countUpTo, maxCounted, type PageWindow, pageAt } from '../../platform/store/keyset.ts'
import { createLiveOrder, type LivePosition } from '../../platform/store/live-order.ts'

/** Events of one organization. Ids begin with their time, so a time span is a range of ids. */
export interface Span {
  organizationId: string
  fromId: string
  beforeId: string
}

const ofOrganization = (db: Db, organizationId: string) =>
  db.selectFrom('events').select('id').where('organization_id', '=', organizationId)

const inSpan = (db: Db, { organizationId, fromId, beforeId }: Span) =>
  ofOrganization(db, organizationId).where('id', '>=', fromId).where('id', '<', beforeId)

const common = 'scan.created'

/** A literal, because the partial index of the rare types does not match a parameter. */
const isRare = sql<boolean>`type <> ${sql.lit(common)}`

const wanted = (db: Db, span: Span, type: string | undefined) => {
  if (type === undefined) return inSpan(db, span)
  const ofType = inSpan(db, span).where('type', '=', type)
  return type === common ? ofType : ofType.where(isRare)
}

const countRare = async (db: Db, { organizationId, fromId, beforeId }: Span): Promise<number> => {
  // The limit prevents SQLite from reading the whole span for the few rare events.
  const rare = ofOrganization(db, organizationId).where(isRare).limit(Number.MAX_SAFE_INTEGER)
  const rareInSpan = db
    .selectFrom(rare.as('rare'))
    .select('rare.id')
    .where('rare.id', '>=', fromId)
    .where('rare.id', '<', beforeId)
  return await countUpTo(db, rareInSpan)
}

/** The number of matching events, at most `maxCounted`. */
export const count = async (db: Db, span: Span, type: string | undefined): Promise<number> => {
  if (type !== common) return await countUpTo(db, wanted(db, span, type).limit(maxCounted))
  // Subtracting the rare events from all needs only indexes.
  const others = await countRare(db, span)
  return (await countUpTo(db, inSpan(db, span).limit(maxCounted + others))) - others
}

/** The bodies, newest first, after a place or an offset. */
export const list = async (
  db: Db,
  span: Span,
  type: string | undefined,
  page: PageWindow<[string]>,
): Promise<{ id: string; body: string }[]> => {
  const read = async ({ after, offset, maximum }: PageWindow<[string]>) => {
    const rest = after ? { ...span, beforeId: after[0] } : span
    // Selects only the ids first, so that skipped rows are not read.
    const ids = wanted(db, rest, type).orderBy('id', 'desc').limit(maximum).offset(offset)
    const rows = db
      .selectFrom('events')
      .select(['id', 'body'])
      .where('id', 'in', ids)
      .orderBy('id', 'desc')
    // Repeats a condition: it lets PostgreSQL leave out the partitions of later months.
    return await (after ? rows.where('id', '<', after[0]) : rows).execute()
  }
  return await pageAt(page, read, ({ id }): [string] => [id])
}

/**
 * The maximum difference between the clocks of processes (qpr doctor warns earlier), and a long
 * commit.
 */
const maxOverlapMs = 2 * minuteMs

const live = createLiveOrder<string>({
  table: 'events',
  lowest: lowestId('evt', 0),
  reachBelow: (id) => lowestId('evt', madeAt(id) - maxOverlapMs),
})

const isOf = (organizationId: string) => sql<boolean>`events.organization_id = ${organizationId}`

export const listLive = async (
  db: Db,
  engine: Engine,
  organizationId: string,
  after: LivePosition<string>,
  limit: number,
) =>
  await db
    .selectFrom('events')
    .select(['id', 'type', 'body', 'written_by'])
    .where('organization_id', '=', organizationId)
    .where(live.isAfter(engine, after))
    .orderBy(live.order(engine))
    .limit(limit)
    .execute()

export const newestPlace = (db: Db, engine: Engine, organizationId: string) =>
  live.newest(db, engine, isOf(organizationId))

export const placeBehind = (db: Db, organizationId: string, eventId: string) =>
  live.behind(db, isOf(organizationId), eventId)
