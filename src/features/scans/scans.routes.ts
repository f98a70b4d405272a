import type { IncomingHttpHeaders } from 'node:http'
import { Type } from 'typebox'
import { type Actor, actorOf } from '../../platform/http/callers/actor.ts'
import { exportTypes, sendExport } from '../../platform/http/output/export.ts'
import { liveRows } from '../../platform/http/output/live.ts'
import type { Streams } from '../../platform/http/output/streams.ts'
import { routes } from '../../platform/http/routes.ts'
import { Str } from '../../platform/http/schema.ts'
import type { Database } from '../../platform/store/database.ts'
import { exportScans } from './scans.export.ts'
import {
  AnalyticsQuery,
  AnalyticsSchema,
  ExportQuery,
  OrganizationAnalyticsQuery,
  ScanPage,
  ScanQuery,
  ScanSchema,
  StreamQuery,
} from './scans.schema.ts'
import type { Scans } from './scans.ts'
import { scanFeed } from './stream.ts'

interface Options {
  database: Database
  scans: Scans
  live: Streams
  /** Whether the key or session of an actor is still valid. */
  isInForce: (actor: Actor) => Promise<boolean>
}

const lastSeen = ({ 'last-event-id': id }: IncomingHttpHeaders): number | undefined =>
  /^\d{1,15}$/.test(String(id)) ? Number(id) : undefined

export const scanRoutes = ({ database, scans, live, isInForce }: Options) =>
  routes('Scans', (app) => {
    app.get('/v1/scans', {
      operationId: 'listScans',
      summary: 'List scans',
      description: 'The scans of one code or of an organization, newest first.',
      permission: 'scans:read',
      querystring: ScanQuery,
      response: { 200: ScanPage },
      handler: (request) => scans.list(actorOf(request), request.query),
    })

    app.get('/v1/scans/export', {
      operationId: 'exportScans',
      summary: 'Export scans',
      description: 'All scans as CSV or JSON Lines, oldest first.',
      permission: 'scans:export',
      produces: Object.values(exportTypes),
      querystring: ExportQuery,
      handler: async (request, reply) => {
        const { format } = request.query
        const span = await scans.spanOf(actorOf(request), request.query, 'scans:export')
        const lines = exportScans(database.db, span, format, scans.movingIn)
        return sendExport(reply, 'scans', format, lines)
      },
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
      handler: async (request, reply) => {
        const actor = actorOf(request)
        const { query } = request
        const scope = await scans.scopeOf(actor, query, 'scans:read')
        // Before the client learns that it is connected, so that no later scan is missed.
        const feed = await scanFeed(database, {
          scope,
          organizationId: await scans.organizationOf(scope),
          lastSeen: lastSeen(request.headers) ?? query.after,
          mayFollow: async () => (await isInForce(actor)) && (await scans.mayRead(actor, query)),
        })
        return live.answer(reply, liveRows(feed))
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
      handler: (request) => scans.analyzeCode(actorOf(request), request.params.id, request.query),
    })

    app.get('/v1/analytics', {
      operationId: 'getAnalytics',
      summary: 'Retrieve the analytics of an organization',
      description: 'The same figures for all codes of an organization together.',
      permission: 'scans:read',
      querystring: OrganizationAnalyticsQuery,
      response: { 200: AnalyticsSchema },
      handler: (request) =>
        scans.analyzeOrganization(actorOf(request), request.query.organization_id, request.query),
    })
  })
