import { csvLine, type ExportFormat, jsonLine } from '../http/export.ts'
import type { Db } from '../storage/database.ts'
import * as store from './scans.store.ts'
import { asScan } from './scans.ts'

const pageSize = 500

type Scan = ReturnType<typeof asScan>

const columns = [
  'id',
  'qpr_code_id',
  'short_id',
  'scanned_at',
  'country',
  'region',
  'city',
  'device',
  'conversation_started',
  'conversation_messages',
  'metadata',
] as const satisfies (keyof Scan)[]

/** Oldest first, a page at a time: an export of millions needs no more memory than one of ten. */
export async function* exportScans(db: Db, span: store.Span, format: ExportFormat) {
  const write = format === 'csv' ? csvLineOf : jsonLine
  if (format === 'csv') yield csvLine(columns)
  let after: { scannedAt: number; id: number } | null = null
  for (;;) {
    const rows: store.ListedScan[] = await store.listAfter(db, span, after, pageSize)
    yield rows.map((row) => write(asScan(row))).join('')
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = { scannedAt: last.scanned_at, id: last.id }
    // Let others have their turn: on SQLite reading does not wait by itself.
    await new Promise(setImmediate)
  }
}

const csvLineOf = (scan: Scan): string => csvLine(columns.map((column) => scan[column]))
