import type { ApiProblem, FieldProblem } from '../api/problem.ts'
import type { Words } from './words.tsx'

/** What happened and what to do, for a person. What the service says itself is said as it is. */
export const problemText = ({ errors }: Words, problem: ApiProblem): string => {
  if (problem.isNetwork) return errors.noAnswer
  if (problem.code === 'bug' || problem.status === 500) return errors.bug
  if (problem.status >= 502) return errors.unavailable
  if (problem.status === 429) return errors.tooMany
  if (problem.status === 403) return errors.notAllowed
  if (problem.status === 404) return errors.notFound
  return problem.message
}

export const fieldProblemText = ({ errors }: Words, { code, message }: FieldProblem): string => {
  const known: Record<string, string> = errors.fields
  return known[code] ?? message
}
