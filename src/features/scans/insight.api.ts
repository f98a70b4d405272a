import { routes } from '../../platform/http/routes.ts'
import { BusiestHours, HoursQuery, TopCodes, TopCodesQuery } from './insight.schema.ts'
import { busiestHours, topCodes } from './insight.ts'

export const insightRoutes = routes('Scans', (app) => {
  app.get('/v1/analytics/hours', {
    operationId: 'getBusiestHours',
    summary: 'Busiest hours',
    description: 'Scans and conversations by weekday and hour, of a code or an organization.',
    permission: 'scans:read',
    querystring: HoursQuery,
    response: { 200: BusiestHours },
    read: (context, request) => busiestHours(context, request.query),
  })

  app.get('/v1/analytics/codes', {
    operationId: 'getTopCodes',
    summary: 'Top codes',
    description: 'The codes of an organization with the most scans in a period.',
    permission: 'scans:read',
    querystring: TopCodesQuery,
    response: { 200: TopCodes },
    read: (context, request) => topCodes(context, request.query),
  })
})
