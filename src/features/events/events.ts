import { type Static, Type } from 'typebox'
import { eventTypes } from '#contract/event-types.ts'
import type { Context } from '../../platform/context.ts'
import { countedTo, openPage, pageFields, pageQuery } from '../../platform/http/input/cursor.ts'
import { type Feed, topicOf } from '../../platform/http/output/streams.ts'
import { Problem } from '../../platform/http/problem.ts'
import { Instant, named, OneOf, OrganizationId, Str } from '../../platform/http/schema.ts'
import { lowestId } from '../../platform/kit/ids.ts'
import { isInForce } from '../accounts/authenticator.ts'
import { requireOrganization } from '../organizations/access.ts'
import * as store from './events.store.ts'

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
  const span: store.Span = {
    organizationId: id,
    fromId: lowestId('evt', since === undefined ? 0 : Date.parse(since)),
    beforeId: lowestId('evt', until === undefined ? endOfTime : Date.parse(until)),
  }
  const filter = [id, event ?? null, since ?? null, until ?? null]
  const page = openPage({ list: 'events', filter, like: [''] as [string] }, query)
  const { rows, next } = page.close(await store.list(db, span, event, page), (row) => [row.id])
  const total = await store.count(db, span, event)
  return { events: rows.map(asEvent), total, limit, offset, ...next }
}

/** The API returns the body of an event unchanged. */
const asEvent = ({ body }: { body: string }) => JSON.parse(body) as Static<typeof EventSchema>

type LiveEvent = Awaited<ReturnType<typeof store.listLive>>[number]

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
      ? store.newestPlace(db, engine, id)
      : store.placeBehind(db, id, lastSeen)),
    read: (after, limit) => store.listLive(db, engine, id, after, limit),
    show: ({ type, body }) => ({ event: type, data: body }),
    topic: topicOf({ kind: 'events-added', organizationId: id }),
    mayFollow: () => mayStillRead(context, id),
  }
}
