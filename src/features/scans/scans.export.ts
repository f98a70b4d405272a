import type { Context } from '../../platform/context.ts'
import { csvLine, type ExportFormat, jsonLine } from '../../platform/http/output/export.ts'
import { type Feed, topicOf } from '../../platform/http/output/streams.ts'
import { allPages } from '../../platform/store/keyset.ts'
import { isInForce } from '../accounts/authenticator.ts'
import { requireScope } from '../codes/codes.access.ts'
import { hiddenCodes } from '../codes/stays.store.ts'
import { type ExportQuery, type StreamQuery, scanFields } from './scans.schema.ts'
import * as store from './scans.store.ts'
import { asScan, mayRead, readScanPage, requireSpan, scanPlaceOf } from './scans.ts'

const pageSize = 500

type Scan = ReturnType<typeof asScan>

const columns = Object.keys(scanFields) as (keyof Scan)[]

/** The lines of the export, oldest first. Refuses before the first line. */
export const exportScans = async (
  context: Context,
  query: ExportQuery,
): Promise<AsyncIterable<string>> => {
  const span = await requireSpan(context, query, 'scans:export')
  return linesOf(context, span, query.format)
}

/** Reads a page at a time, so that memory use does not depend on the size of the export. */
async function* linesOf(context: Context, span: store.Span, format: ExportFormat) {
  const { db } = context
  const { organizationId, code } = span.scope
  const scope = { organizationId, codeId: code?.id ?? null }
  const write = format === 'csv' ? csvLineOf : jsonLine
  if (format === 'csv') yield csvLine(columns)
  const pages = allPages<store.FoundScan>(pageSize, async (last) => {
    const wanted = { after: last ? scanPlaceOf(last) : null, offset: 0, maximum: pageSize }
    return await readScanPage(db, span, await hiddenCodes(db, scope), 'asc', wanted)
  })
  for await (const page of pages) {
    const rows = await store.listAt(db, organizationId, page, 'asc')
    yield rows.map((row) => write(asScan(row))).join('')
  }
}

const csvLineOf = (scan: Scan): string => csvLine(columns.map((column) => scan[column]))

type LiveScan = Awaited<ReturnType<typeof store.listLive>>[number]

/**
 * Each new scan of a code or an organization, in the format of the list. `lastSeen` is the id of the
 * last received scan; undefined: send all new scans.
 */
export const scanFeed = async (
  context: Context,
  filter: StreamQuery,
  lastSeen: number | undefined,
): Promise<Feed<number, LiveScan>> => {
  const { db } = context
  const { engine } = context.service.database
  const scope = await requireScope(context, filter, 'scans:read')
  return {
    beginning: await (lastSeen === undefined
      ? store.newestPlace(db, engine, scope)
      : store.placeBehind(db, scope, lastSeen)),
    read: (after, limit) => store.listLive(db, engine, scope, after, limit),
    show: (row) => ({ event: 'scan', data: JSON.stringify(asScan(row)) }),
    topic: topicOf({ kind: 'scans-recorded', organizationId: scope.organizationId }),
    mayFollow: async () => (await isInForce(context)) && (await mayRead(context, filter)),
  }
}
