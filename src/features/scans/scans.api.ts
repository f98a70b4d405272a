import type { IncomingHttpHeaders } from 'node:http'
import { Type } from 'typebox'
import { exportTypes, sendExport } from '../../platform/http/output/export.ts'
import { liveRows } from '../../platform/http/output/streams.ts'
import { routes } from '../../platform/http/routes.ts'
import { Str } from '../../platform/http/schema.ts'
import { analyzeCode, analyzeOrganization } from './analytics.ts'
import {
  BusiestHours,
  busiestHours,
  HoursQuery,
  TopCodes,
  TopCodesQuery,
  topCodes,
} from './insight.ts'
import { exportScans, scanFeed } from './scans.export.ts'
import {
  AnalyticsQuery,
  AnalyticsSchema,
  ExportQuery,
  OrganizationAnalyticsQuery,
  PageOfScans,
  ScanQuery,
  ScanSchema,
  StreamQuery,
} from './scans.schema.ts'
import { listScans } from './scans.ts'

const lastSeen = ({ 'last-event-id': id }: IncomingHttpHeaders): number | undefined =>
  /^\d{1,15}$/.test(String(id)) ? Number(id) : undefined

export const scanRoutes = routes('Scans', (app) => {
  app.get('/v1/scans', {
    operationId: 'listScans',
    summary: 'List scans',
    description: 'The scans of one code or of an organization, newest first.',
    permission: 'scans:read',
    querystring: ScanQuery,
    response: { 200: PageOfScans },
    read: (context, request) => listScans(context, request.query),
  })

  app.get('/v1/scans/export', {
    operationId: 'exportScans',
    summary: 'Export scans',
    description: 'All scans as CSV or JSON Lines, oldest first.',
    permission: 'scans:export',
    produces: Object.values(exportTypes),
    querystring: ExportQuery,
    read: async (context, { query }, reply) =>
      sendExport(reply, 'scans', query.format, await exportScans(context, query)),
  })

  app.get('/v1/scans/stream', {
    operationId: 'streamScans',
    summary: 'Follow scans live',
    description:
      'Server-sent events: one `scan` for each new scan, with its id. `Last-Event-ID` (or ' +
      '`after`) resumes an interrupted stream; every scan arrives exactly once.',
    permission: 'scans:read',
    produces: ['text/event-stream'],
    streams: ScanSchema,
    // A HEAD request to an endless stream would never end.
    exposeHeadRoute: false,
    querystring: StreamQuery,
    read: async (context, { headers, query }, reply) => {
      // Before the client learns that it is connected, so that no later scan is missed.
      const feed = await scanFeed(context, query, lastSeen(headers) ?? query.after)
      return context.service.live.answer(reply, liveRows(feed))
    },
  })

  app.get('/v1/qpr-codes/:id/analytics', {
    operationId: 'getCodeAnalytics',
    summary: 'Retrieve the analytics of a code',
    description:
      'Scans, devices, countries and conversations in a period. The time series has no gaps.',
    permission: 'scans:read',
    params: Type.Object({
      id: Str('The id or the short id of the code.', 'qpr_01JB0000000000000000000000'),
    }),
    querystring: AnalyticsQuery,
    response: { 200: AnalyticsSchema },
    read: (context, request) => analyzeCode(context, request.params.id, request.query),
  })

  app.get('/v1/analytics', {
    operationId: 'getAnalytics',
    summary: 'Retrieve the analytics of an organization',
    description: 'The same figures for all codes of an organization together.',
    permission: 'scans:read',
    querystring: OrganizationAnalyticsQuery,
    response: { 200: AnalyticsSchema },
    read: (context, request) => analyzeOrganization(context, request.query),
  })
})

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
