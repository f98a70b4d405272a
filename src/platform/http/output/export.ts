import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { OneOf } from '../schema.ts'

export const exportTypes = {
  csv: 'text/csv; charset=utf-8',
  // Not application/jsonl: client libraries take every type that begins with application/json for JSON.
  jsonl: 'application/x-ndjson; charset=utf-8',
}

export type ExportFormat = keyof typeof exportTypes

export const ExportFormat = OneOf(
  ['csv', 'jsonl'],
  '`csv` is a table, `jsonl` has one JSON object on each line.',
  'csv',
  { default: 'csv' },
)

/** Sends a file while it is written, at any length. */
export const sendExport = (
  reply: FastifyReply,
  name: string,
  format: ExportFormat,
  lines: AsyncIterable<string>,
) =>
  reply
    .type(exportTypes[format])
    .header('Content-Disposition', `attachment; filename="${name}.${format}"`)
    .send(Readable.from(inPieces(lines), { objectMode: false }))

/** The same for one JSON document, which the pieces make up. */
export const sendJsonFile = (reply: FastifyReply, name: string, pieces: AsyncIterable<string>) =>
  reply
    .type('application/json; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="${name}.json"`)
    .send(Readable.from(inPieces(pieces), { objectMode: false }))

const pieceBytes = 64 * 1024

/** A page of long rows has megabytes, so wait until the client has received each piece. */
async function* inPieces(texts: AsyncIterable<string>) {
  for await (const text of texts) {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      yield bytes.subarray(at, at + pieceBytes)
    }
  }
}

export const jsonLine = (value: object): string => `${JSON.stringify(value)}\n`

export const csvLine = (values: readonly unknown[]): string =>
  `${values.map(csvField).join(',')}\r\n`

/**
 * Whether a spreadsheet would run the text as a formula. Some programs skip white space and
 * invisible characters first, and some accept variants of a sign, such as the full-width `＝`.
 */
const beginsLikeFormula = (text: string): boolean => {
  if (/^[\t\r]/.test(text)) return true
  const start = text.search(/[^\s\p{C}\p{Default_Ignorable_Code_Point}]/u)
  return start >= 0 && /^[=+\-−@]/.test(text.slice(start, start + 1).normalize('NFKC'))
}

const csvField = (value: unknown): string => {
  if (value === null) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const safe = beginsLikeFormula(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
