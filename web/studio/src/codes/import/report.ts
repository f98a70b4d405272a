import { fieldProblemText, problemText } from '../../words/problems.ts'
import type { Words } from '../../words/words.tsx'
import type { ImportRow, RowProblem } from './rows.ts'
import type { RowOutcome } from './sending.ts'

/** The state of a row. */
export const rowStateOf = ({ problem }: ImportRow, outcome: RowOutcome | undefined) =>
  outcome?.kind ?? (problem ? 'refused' : 'unsent')

/** One line for each row, with the addresses for a mail merge or a print shop. */
export const reportRows = (
  words: Words,
  rows: readonly ImportRow[],
  outcomeOf: (row: ImportRow) => RowOutcome | undefined,
): string[][] => [
  ['line', 'name', 'result', 'reason', 'short_id', 'scan_url', 'qr_svg_url'],
  ...rows.map((row) => {
    const outcome = outcomeOf(row)
    const code = outcome?.kind === 'created' ? outcome.code : null
    return [
      String(row.line),
      row.input.name,
      words.codeImport.states[rowStateOf(row, outcome)],
      refusalReason(words, row, outcome),
      code?.short_id ?? '',
      code?.scan_url ?? '',
      code?.qr_svg_url ?? '',
    ]
  }),
]

/** The message for a problem that this page found in a row. */
export const rowProblemText = ({ codeImport }: Words, problem: RowProblem): string => {
  const { code, field, maximum = 0, choices = [] } = problem
  return codeImport.rowProblems[code](codeImport.fields[field], maximum, choices.join(', '))
}

/** Why a row did not become a code; the service or this page found the problem. */
export const refusalReason = (
  words: Words,
  row: ImportRow,
  outcome: RowOutcome | undefined,
): string => {
  if (row.problem) return rowProblemText(words, row.problem)
  if (outcome?.kind !== 'refused') return ''
  const { field, problem } = outcome
  if (!field) return problemText(words, problem)
  const known: Record<string, string> = words.codeImport.fields
  const name = known[importField(field.field)]
  // The service names the field by its position in the request, which the user does not know.
  const message = field.message.replace(/^codes\.\d+\.[\w.]+ /, '')
  const text = fieldProblemText(words, { ...field, message })
  return name === undefined ? text : `${name}: ${text}`
}

const importField = (field: string): string => {
  if (field.startsWith('suggestions')) return 'suggestion'
  return field.replace('contact.', 'contact_')
}
