import { QprError } from './errors.ts'
import { randomKey } from './transport.ts'
import type { CallOptions, Input, Output } from './types.ts'

/** Codes that one request creates. */
export const maxCodes = 500
/** The body of such a request. */
export const maxBodyBytes = 2 * 1024 * 1024
/** Reserved for the fields around the codes. */
const reservedBytes = 1024

type Route = 'POST /v1/qpr-codes/bulk'

const encoder = new TextEncoder()

/** Consecutive rows that fit into one request each. A row that is too large is alone. */
export const partsOf = <Row>(rows: readonly Row[], maxRows = maxCodes): Row[][] => {
  const parts: Row[][] = []
  let bytes = 0
  for (const row of rows) {
    const size = encoder.encode(JSON.stringify(row)).length + 1
    const part = parts.at(-1)
    bytes += size
    if (part && part.length < maxRows && bytes <= maxBodyBytes - reservedBytes) part.push(row)
    else {
      parts.push([row])
      bytes = size
    }
  }
  return parts
}

/** Creates the codes of a large call with several requests, one after the other. */
export const createInParts = async (
  { codes, ...others }: Input<Route>,
  options: CallOptions | undefined,
  create: (input: Input<Route>, options?: CallOptions) => Promise<Output<Route>>,
): Promise<Output<Route>> => {
  const parts = partsOf(codes)
  if (parts.length < 2) return await create({ codes, ...others }, options)
  const created: Output<Route>['codes'] = []
  const key = options?.idempotencyKey ?? randomKey()
  for (const [at, part] of parts.entries()) {
    // A call that is repeated with the same key has the same parts, so none is created twice.
    const idempotencyKey = at === 0 ? key : `${key}-${at + 1}`
    try {
      const answer = await create({ codes: part, ...others }, { ...options, idempotencyKey })
      created.push(...answer.codes)
    } catch (error) {
      throw error instanceof QprError ? inWhole(error, created) : error
    }
  }
  return { codes: created }
}

/** The error names the rows of the whole call instead of those of its part. */
const inWhole = (error: QprError, created: Output<Route>['codes']) => {
  const shifted = (text: string) =>
    text.replace(/^codes\.(\d+)/, (_, row: string) => `codes.${Number(row) + created.length}`)
  return Object.assign(error, {
    created,
    message: shifted(error.message),
    fields: error.fields.map(({ field, code, message }) => ({
      field: shifted(field),
      code,
      message: shifted(message),
    })),
  })
}
