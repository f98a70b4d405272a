import { fieldProblemText, problemText } from '../../words/problems.ts'
import type { Words } from '../../words/words.tsx'
import type { ImportField } from './columns.ts'
import type { ImportRow, RowProblem } from './rows.ts'
import type { Outcome } from './sending.ts'

/** The message for a problem that this page found in a row. */
export const rowProblemText = ({ codeImport }: Words, problem: RowProblem): string => {
  const { code, field, most = 0, choices = [] } = problem
  return codeImport.rowProblems[code](codeImport.fields[field], most, choices.join(', '))
}

/** Why a row did not become a code; the service or this page found the problem. */
export const reasonOf = (words: Words, row: ImportRow, outcome: Outcome): string => {
  if (outcome.kind === 'created') return ''
  if (row.problem) return rowProblemText(words, row.problem)
  if (outcome.kind === 'waiting') return ''
  const { field, problem } = outcome
  if (!field) return problemText(words, problem)
  const known: Record<string, string> = words.codeImport.fields
  const name = known[importField(field.field)]
  // The service names the field by its position in the request, which the user does not know.
  const message = field.message.replace(/^codes\.\d+\.[\w.]+ /, '')
  const text = fieldProblemText(words, { ...field, message })
  return name === undefined ? text : `${name}: ${text}`
}

const importField = (field: string): ImportField | string => {
  if (field.startsWith('suggestions')) return 'suggestion'
  return field.replace('contact.', 'contact_')
}
