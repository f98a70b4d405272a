import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf } from '../../http/callers/actor.ts'
import { EventPage, EventQuery } from './events.schema.ts'
import type { Events } from './events.ts'

interface Options {
  events: Events
  roles: Record<'webhooks:read', readonly string[]>
}

export const eventRoutes =
  ({ events, roles }: Options): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/v1/events', {
      config: { roles: roles['webhooks:read'] },
      schema: {
        operationId: 'listEvents',
        summary: 'List events',
        description:
          'The events of one organization, newest first, including events that no webhook ' +
          'receives. Kept for 30 days.',
        tags: ['Webhooks'],
        querystring: EventQuery,
        response: { 200: EventPage },
      },
      handler: (request) => events.list(actorOf(request), request.query),
    })
  }
