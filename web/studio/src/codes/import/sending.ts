import { qpr, type Schema } from '../../api/client.ts'
import { type ApiProblem, asProblem, type FieldProblem } from '../../api/problem.ts'
import type { ImportRow } from './rows.ts'
import { stepsOf } from './steps.ts'

type Created = Pick<Schema<'QprCode'>, 'id' | 'short_id' | 'scan_url' | 'qr_svg_url'>

/** The result of a row. */
export type Outcome =
  | { kind: 'waiting' }
  | { kind: 'created'; code: Created }
  | { kind: 'refused'; problem: ApiProblem; field: FieldProblem | null }

/** Why the import stopped early. */
export type Stop = { by: 'reader' } | { by: 'problem'; problem: ApiProblem }

interface SendOptions {
  organizationId: string
  rows: readonly ImportRow[]
  signal: AbortSignal
  onOutcome: (outcomes: readonly [ImportRow, Outcome][]) => void
}

const maxRetries = 3

/**
 * Sends rows step by step. Rows that the service refuses are named, and the others of their step
 * are sent again without them. Returns why it stopped early, or null.
 */
export const sendRows = async (options: SendOptions): Promise<Stop | null> => {
  const { rows, signal } = options
  for (const step of stepsOf(rows)) {
    if (signal.aborted) return { by: 'reader' }
    const problem = await sendStep(options, step)
    if (problem) return { by: 'problem', problem }
  }
  return null
}

const sendStep = async (
  options: SendOptions,
  rows: readonly ImportRow[],
): Promise<ApiProblem | null> => {
  if (rows.length === 0) return null
  try {
    const created = await post(options.organizationId, rows)
    options.onOutcome(rows.map((row, i) => [row, { kind: 'created', code: created[i] as Created }]))
    return null
  } catch (error) {
    const problem = asProblem(error)
    const refused = refusedRows(problem)
    if (refused.size > 0) {
      options.onOutcome(
        [...refused].flatMap(([i, field]) => {
          const row = rows[i]
          return row ? [[row, { kind: 'refused', problem, field }] as const] : []
        }) as [ImportRow, Outcome][],
      )
      return await sendStep(
        options,
        rows.filter((_, i) => !refused.has(i)),
      )
    }
    // Send as many rows as the plan allows, then stop.
    const quota = problem.limit ? problem.limit.maximum - problem.limit.used : 0
    if (quota > 0 && quota < rows.length) await sendStep(options, rows.slice(0, quota))
    return problem
  }
}

/** Which rows of a step were refused: their errors point to /codes/<row>/…. */
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

/** Retries have the same idempotency key, so no row is created twice. */
const post = async (organization_id: string, rows: readonly ImportRow[]): Promise<Created[]> => {
  const body = { organization_id, codes: rows.map(({ input }) => input) }
  return (await qpr.codes.createMany(body, { maxRetries })).codes
}
