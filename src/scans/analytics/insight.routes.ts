import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf } from '../../http/callers/actor.ts'
import { tagRoutes } from '../../http/openapi/openapi.ts'
import { BusiestHours, HoursQuery, TopCodes, TopCodesQuery } from './insight.schema.ts'
import type { Insight } from './insight.ts'

interface Options {
  insight: Insight
}

export const insightRoutes =
  ({ insight }: Options): FastifyPluginAsyncTypebox =>
  async (app) => {
    tagRoutes(app, 'Scans')
    app.get('/v1/analytics/hours', {
      config: { permission: 'scans:read' },
      schema: {
        operationId: 'getBusiestHours',
        summary: 'Busiest hours',
        description: 'Scans and conversations by weekday and hour, of a code or an organization.',
        querystring: HoursQuery,
        response: { 200: BusiestHours },
      },
      handler: (request) => insight.busiestHours(actorOf(request), request.query),
    })

    app.get('/v1/analytics/codes', {
      config: { permission: 'scans:read' },
      schema: {
        operationId: 'getTopCodes',
        summary: 'Top codes',
        description: 'The codes of an organization with the most scans in a period.',
        querystring: TopCodesQuery,
        response: { 200: TopCodes },
      },
      handler: (request) => insight.topCodes(actorOf(request), request.query),
    })
  }
