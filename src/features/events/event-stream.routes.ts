import type { IncomingHttpHeaders } from 'node:http'
import { Type } from 'typebox'
import { actorOf } from '../../platform/http/callers/actor.ts'
import { liveRows } from '../../platform/http/output/live.ts'
import type { Streams } from '../../platform/http/output/streams.ts'
import { routes } from '../../platform/http/routes.ts'
import { OrganizationId, Str } from '../../platform/http/schema.ts'
import { eventSchemas } from './event-schemas.ts'
import type { EventStreams } from './event-stream.ts'

interface Options {
  streams: EventStreams
  live: Streams
}

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

export const eventStreamRoutes = ({ streams, live }: Options) =>
  routes('Webhooks', (app) => {
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
      handler: async (request, reply) => {
        const { organization_id: organization, after } = request.query
        // Before the client learns that it is connected, so that no later event is missed.
        const feed = await streams.feed(actorOf(request), {
          organization,
          lastSeen: lastSeen(request.headers) ?? after,
        })
        return live.answer(reply, liveRows(feed))
      },
    })
  })
