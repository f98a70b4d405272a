import type { Words } from '../../words/words.tsx'
import { reasonOf } from './problem-text.ts'
import type { ImportRow } from './rows.ts'
import type { Outcome } from './sending.ts'

/** The state of a row. */
export const stateOf = (row: ImportRow, outcome: Outcome): 'created' | 'refused' | 'unsent' => {
  if (outcome.kind === 'created') return 'created'
  return row.problem || outcome.kind === 'refused' ? 'refused' : 'unsent'
}

/** One line for each row, with the addresses for a mail merge or a print shop. */
export const reportRows = (
  words: Words,
  rows: readonly ImportRow[],
  outcomeOf: (row: ImportRow) => Outcome,
): string[][] => [
  ['line', 'name', 'result', 'reason', 'short_id', 'scan_url', 'qr_svg_url'],
  ...rows.map((row) => {
    const outcome = outcomeOf(row)
    const code = outcome.kind === 'created' ? outcome.code : null
    return [
      String(row.line),
      row.input.name,
      words.codeImport.states[stateOf(row, outcome)],
      reasonOf(words, row, outcome),
      code?.short_id ?? '',
      code?.scan_url ?? '',
      code?.qr_svg_url ?? '',
    ]
  }),
]
