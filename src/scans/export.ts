import { Readable } from 'node:stream'
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

export const exportTypes = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
}

/** Oldest first, a page at a time: an export of millions needs no more memory than one of ten. */
export const exportScans = (db: Db, span: store.Span, format: 'csv' | 'jsonl'): Readable =>
  Readable.from(lines(db, span, format), { objectMode: false })

async function* lines(db: Db, span: store.Span, format: 'csv' | 'jsonl') {
  const write = format === 'csv' ? csvLine : jsonLine
  if (format === 'csv') yield `${columns.join(',')}\r\n`
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

const jsonLine = (scan: Scan): string => `${JSON.stringify(scan)}\n`

const csvLine = (scan: Scan): string =>
  `${columns.map((column) => csvField(scan[column])).join(',')}\r\n`

const csvField = (value: Scan[keyof Scan]): string => {
  if (value === null) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  // A spreadsheet would run a text that begins like a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
