import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { eventTypes } from '#contract/event-types.ts'
import type { Context } from '../../platform/context.ts'
import { countedTo, openPage, pageFields, pageQuery } from '../../platform/http/input/cursor.ts'
import { type Feed, topicOf } from '../../platform/http/output/streams.ts'
import { Problem } from '../../platform/http/problem.ts'
import { Instant, named, OneOf, OrganizationId, Str } from '../../platform/http/schema.ts'
import { minuteMs } from '../../platform/kit/clock.ts'
import { lowestId, madeAt } from '../../platform/kit/ids.ts'
import type { Db, Engine } from '../../platform/store/database.ts'
import { countUpTo, maxCounted, type PageWindow, pageAt } from '../../platform/store/keyset.ts'
import { createLiveOrder, type LivePosition } from '../../platform/store/live-order.ts'
import { isInForce } from '../accounts/authenticator.ts'
import { requireOrganization } from '../organizations/access.ts'

const EventSchema = named(
  'Event',
  Type.Object({
    event: OneOf(eventTypes, 'The event type.', 'scan.created'),
    id: Str('The event id, the same in every delivery.', 'evt_01JB0000000000000000000000'),
    created_at: Instant('When the event happened.'),
    data: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'The data of the event; its fields depend on the type.',
      examples: [{ scan_id: 4711, short_id: 'k3v9x0pz' }],
    }),
  }),
)

export const PageOfEvents = Type.Object({
  events: Type.Array(EventSchema, { description: 'One page of events, newest first.' }),
  ...pageFields(50, countedTo),
})

export const EventQuery = Type.Object({
  organization_id: OrganizationId,
  event: Type.Optional(OneOf(eventTypes, 'Only events of this type.', 'qpr_code.created')),
  since: Type.Optional(Instant('Only events from this time on.')),
  until: Type.Optional(Instant('Only events before this time.')),
  ...pageQuery(50, 100),
})
export type EventQuery = Static<typeof EventQuery>

/** Later than the time of every id. */
const endOfTime = 2 ** 48 - 1

export const listEvents = async (context: Context, query: EventQuery) => {
  const { db } = context
  const { organization_id, event, since, until, limit, offset } = query
  const { id } = await requireOrganization(context, organization_id, 'webhooks:read')
  const span: Span = {
    organizationId: id,
    fromId: lowestId('evt', since === undefined ? 0 : Date.parse(since)),
    beforeId: lowestId('evt', until === undefined ? endOfTime : Date.parse(until)),
  }
  const filter = [id, event ?? null, since ?? null, until ?? null]
  const page = openPage({ list: 'events', filter, like: [''] as [string] }, query)
  const { rows, next } = page.close(await listRows(db, span, event, page), (row) => [row.id])
  const total = await countEvents(db, span, event)
  return { events: rows.map(asEvent), total, limit, offset, ...next }
}

/** The API returns the body of an event unchanged. */
const asEvent = ({ body }: { body: string }) => JSON.parse(body) as Static<typeof EventSchema>

type LiveEvent = Awaited<ReturnType<typeof listLiveRows>>[number]

const mayStillRead = async (context: Context, organizationId: string): Promise<boolean> => {
  try {
    await requireOrganization(context, organizationId, 'webhooks:read')
    return await isInForce(context)
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/**
 * Each new event of an organization, with exactly the bytes of a delivery. `lastSeen` is the id of
 * the last received event; undefined: send all new events.
 */
export const eventFeed = async (
  context: Context,
  idOrSlug: string | undefined,
  lastSeen: string | undefined,
): Promise<Feed<string, LiveEvent>> => {
  const { db } = context
  const { engine } = context.service.database
  const { id } = await requireOrganization(context, idOrSlug, 'webhooks:read')
  return {
    beginning: await (lastSeen === undefined
      ? live.newest(db, engine, isOf(id))
      : live.behind(db, isOf(id), lastSeen)),
    read: (after, limit) => listLiveRows(db, engine, id, after, limit),
    show: ({ type, body }) => ({ event: type, data: body }),
    topic: topicOf({ kind: 'events-added', organizationId: id }),
    mayFollow: () => mayStillRead(context, id),
  }
}

/** Events of one organization. Ids begin with their time, so a time span is a range of ids. */
interface Span {
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
const countEvents = async (db: Db, span: Span, type: string | undefined): Promise<number> => {
  if (type !== common) return await countUpTo(db, wanted(db, span, type).limit(maxCounted))
  // Subtracting the rare events from all needs only indexes.
  const others = await countRare(db, span)
  return (await countUpTo(db, inSpan(db, span).limit(maxCounted + others))) - others
}

/** The bodies, newest first, after a place or an offset. */
export const listRows = async (
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

const listLiveRows = async (
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
