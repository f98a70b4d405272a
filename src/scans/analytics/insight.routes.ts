import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf } from '../../http/callers/actor.ts'
import { BusiestHours, HoursQuery, TopCodes, TopCodesQuery } from './insight.schema.ts'
import type { Insight } from './insight.ts'

interface Options {
  insight: Insight
  roles: Record<'scans:read', readonly string[]>
}

export const insightRoutes =
  ({ insight, roles }: Options): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/v1/analytics/hours', {
      config: { roles: roles['scans:read'] },
      schema: {
        operationId: 'getBusiestHours',
        summary: 'Busiest hours',
        description: 'Scans and conversations by weekday and hour, of a code or an organization.',
        tags: ['Scans'],
        querystring: HoursQuery,
        response: { 200: BusiestHours },
      },
      handler: (request) => insight.busiestHours(actorOf(request), request.query),
    })

    app.get('/v1/analytics/codes', {
      config: { roles: roles['scans:read'] },
      schema: {
        operationId: 'getTopCodes',
        summary: 'Top codes',
        description: 'The codes of an organization with the most scans in a period.',
        tags: ['Scans'],
        querystring: TopCodesQuery,
        response: { 200: TopCodes },
      },
      handler: (request) => insight.topCodes(actorOf(request), request.query),
    })
  }
