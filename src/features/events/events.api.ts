import type { IncomingHttpHeaders } from 'node:http'
import { Type } from 'typebox'
import { liveRows } from '../../platform/http/output/streams.ts'
import { routes } from '../../platform/http/routes.ts'
import { OrganizationId, Str } from '../../platform/http/schema.ts'
import { eventSchemas } from './event-schemas.ts'
import { EventQuery, eventFeed, listEvents, PageOfEvents } from './events.ts'

export const eventRoutes = routes('Webhooks', (app) => {
  app.get('/v1/events', {
    operationId: 'listEvents',
    summary: 'List events',
    description:
      'The events of one organization, newest first, including events that no webhook ' +
      'receives. Kept for 30 days.',
    permission: 'webhooks:read',
    querystring: EventQuery,
    response: { 200: PageOfEvents },
    read: (context, request) => listEvents(context, request.query),
  })
})

// The first of the 26 characters is at most 7, because a larger value exceeds the time range.
const eventId = '^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$'

const StreamQuery = Type.Object({
  organization_id: OrganizationId,
  after: Type.Optional(
    Str(
      'Starts after this event id, like `Last-Event-ID`. Default: only new events.',
      'evt_01JB0000000000000000000000',
      { pattern: eventId },
    ),
  ),
})

const eventIdExpression = new RegExp(eventId)

const lastSeen = ({ 'last-event-id': id }: IncomingHttpHeaders): string | undefined =>
  typeof id === 'string' && eventIdExpression.test(id) ? id : undefined

export const eventStreamRoutes = routes('Webhooks', (app) => {
  app.get('/v1/events/stream', {
    operationId: 'streamEvents',
    summary: 'Follow events live',
    description:
      'Server-sent events: each event of the organization with its type as the name, its ' +
      'id, and the exact body of a delivery as data. `Last-Event-ID` (or `after`) resumes ' +
      'an interrupted stream; every event arrives exactly once.',
    permission: 'webhooks:read',
    produces: ['text/event-stream'],
    streams: Type.Union([...eventSchemas.values()]),
    // A HEAD request to an endless stream would never end.
    exposeHeadRoute: false,
    querystring: StreamQuery,
    read: async (context, request, reply) => {
      const { organization_id, after } = request.query
      // Before the client learns that it is connected, so that no later event is missed.
      const feed = await eventFeed(context, organization_id, lastSeen(request.headers) ?? after)
      return context.service.live.answer(reply, liveRows(feed))
    },
  })
})
