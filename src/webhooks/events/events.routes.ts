import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf } from '../../http/callers/actor.ts'
import { tagRoutes } from '../../http/openapi/openapi.ts'
import { EventPage, EventQuery } from './events.schema.ts'
import type { Events } from './events.ts'

interface Options {
  events: Events
}

export const eventRoutes =
  ({ events }: Options): FastifyPluginAsyncTypebox =>
  async (app) => {
    tagRoutes(app, 'Webhooks')
    app.get('/v1/events', {
      config: { permission: 'webhooks:read' },
      schema: {
        operationId: 'listEvents',
        summary: 'List events',
        description:
          'The events of one organization, newest first, including events that no webhook ' +
          'receives. Kept for 30 days.',
        querystring: EventQuery,
        response: { 200: EventPage },
      },
      handler: (request) => events.list(actorOf(request), request.query),
    })
  }
