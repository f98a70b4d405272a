import { partsOf, randomKey } from '../../../../../sdk/typescript/src/index.ts'
import { qpr, type Schema } from '../../api/client.ts'
import { type ApiProblem, asProblem, type FieldProblem } from '../../api/problem.ts'
import type { ImportRow } from './rows.ts'

type Created = Pick<Schema<'QprCode'>, 'id' | 'short_id' | 'scan_url' | 'qr_svg_url'>

/** The result of a row that was sent. */
export type RowOutcome =
  | { kind: 'created'; code: Created }
  | { kind: 'refused'; problem: ApiProblem; field: FieldProblem | null }

/** Why the import stopped early. */
export type Stop = { by: 'reader' } | { by: 'problem'; problem: ApiProblem }

/** Rows of one request. It succeeds or fails as a whole, and a retry has the same key. */
interface Part {
  key: string
  rows: readonly ImportRow[]
}

interface SendOptions {
  organizationId: string
  /** What is left to send. It stays when the import stops, so no row is created twice. */
  parts: Part[]
  signal: AbortSignal
  onOutcome: (outcomes: readonly [ImportRow, RowOutcome][]) => void
}

const maxRetries = 3
/** Small parts show progress and lose little. */
const maxRows = 100

const partOf = (rows: readonly ImportRow[]): Part[] =>
  rows.length > 0 ? [{ key: randomKey(), rows }] : []

export const importParts = (rows: readonly ImportRow[]): Part[] =>
  partsOf(rows, maxRows).flatMap(partOf)

/**
 * Sends the parts one by one. Rows that the service refuses are named, and the others of their part
 * are sent again without them. Returns why it stopped early, or null.
 */
export const sendParts = async (options: SendOptions): Promise<Stop | null> => {
  const { parts, signal } = options
  for (let part = parts[0]; part; part = parts[0]) {
    if (signal.aborted) return { by: 'reader' }
    const problem = await sendFirst(options, part)
    if (problem) return { by: 'problem', problem }
  }
  return null
}

const sendFirst = async (
  { organizationId, parts, onOutcome }: SendOptions,
  { key, rows }: Part,
): Promise<ApiProblem | null> => {
  try {
    const created = await post(organizationId, rows, key)
    parts.shift()
    onOutcome(rows.map((row, i) => [row, { kind: 'created', code: created[i] as Created }]))
    return null
  } catch (error) {
    const problem = asProblem(error)
    const refused = refusedRows(problem)
    onOutcome(
      rows.flatMap((row, i) => {
        const field = refused.get(i)
        return field ? [[row, { kind: 'refused', problem, field }]] : []
      }),
    )
    // Nothing of a refused part was created, so the rest gets keys of its own.
    if (refused.size > 0) {
      parts.splice(0, 1, ...partOf(rows.filter((_, i) => !refused.has(i))))
      return null
    }
    // Send as many rows as the plan allows, then stop.
    const quota = problem.limit ? problem.limit.maximum - problem.limit.used : 0
    if (quota <= 0 || quota >= rows.length) return problem
    parts.splice(0, 1, ...partOf(rows.slice(0, quota)), ...partOf(rows.slice(quota)))
    return null
  }
}

/** Which rows of a part were refused: their errors point to /codes/<row>/…. */
const refusedRows = ({ status, fields }: ApiProblem): Map<number, FieldProblem> => {
  const refused = new Map<number, FieldProblem>()
  if (status !== 422) return refused
  for (const problem of fields) {
    const [, row, field = ''] = /^codes\.(\d+)(?:\.(.*))?$/.exec(problem.field) ?? []
    if (row !== undefined && !refused.has(Number(row))) {
      refused.set(Number(row), { ...problem, field })
    }
  }
  return refused
}

const post = async (
  organization_id: string,
  rows: readonly ImportRow[],
  idempotencyKey: string,
): Promise<Created[]> => {
  const body = { organization_id, codes: rows.map(({ input }) => input) }
  return (await qpr.codes.createMany(body, { maxRetries, idempotencyKey })).codes
}
