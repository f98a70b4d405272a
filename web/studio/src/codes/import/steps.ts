import { maxBulkBytes } from '#contract/limits.ts'
import type { ImportRow } from './rows.ts'

/** A step succeeds or fails as a whole, so small steps show progress and lose little. */
const maxRows = 100
/** The rest is for the fields around the rows. */
const maxBytes = maxBulkBytes - 1024

const encoder = new TextEncoder()

/** Steps of rows that fit into one request. */
export const stepsOf = (rows: readonly ImportRow[]): ImportRow[][] => {
  const steps: ImportRow[][] = []
  let bytes = 0
  for (const row of rows) {
    const size = encoder.encode(JSON.stringify(row.input)).length + 1
    const last = steps.at(-1)
    if (last && last.length < maxRows && bytes + size <= maxBytes) {
      last.push(row)
      bytes += size
    } else {
      steps.push([row])
      bytes = size
    }
  }
  return steps
}
