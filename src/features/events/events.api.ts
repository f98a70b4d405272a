import { routes } from '../../platform/http/routes.ts'
import { EventPage, EventQuery } from './events.schema.ts'
import { listEvents } from './events.ts'

export const eventRoutes = routes('Webhooks', (app) => {
  app.get('/v1/events', {
    operationId: 'listEvents',
    summary: 'List events',
    description:
      'The events of one organization, newest first, including events that no webhook ' +
      'receives. Kept for 30 days.',
    permission: 'webhooks:read',
    querystring: EventQuery,
    response: { 200: EventPage },
    read: (context, request) => listEvents(context, request.query),
  })
})
