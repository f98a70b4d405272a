import type { ApiProblem, FieldProblem, ReachedLimit } from '../api/problem.ts'
import type { Words } from './words.tsx'

/** A message for the user: what happened and what to do. Other messages of the API are shown unchanged. */
export const problemText = ({ errors }: Words, problem: ApiProblem): string => {
  if (problem.isNetwork) return errors.noAnswer
  if (problem.code === 'bug' || problem.status === 500) return errors.bug
  if (problem.status >= 502) return errors.unavailable
  if (problem.limit) return limitText(errors, problem.limit)
  const known: Record<string, string> = errors.codes
  const text = known[problem.code]
  if (text !== undefined) return text
  if (problem.status === 429) return errors.tooMany
  if (problem.status === 403) return errors.notAllowed
  if (problem.status === 404) return errors.notFound
  return problem.message
}

const limitText = (errors: Words['errors'], limit: ReachedLimit): string => {
  const { name, maximum, sufficient_plan } = limit
  const counted: Record<string, (maximum: number) => string> = errors.limits
  const includes = counted[name]?.(maximum) ?? errors.limitReached
  const way = sufficient_plan ? errors.largerPlan(planName(sufficient_plan)) : errors.noLargerPlan
  return `${includes} ${way}`
}

const planName = (plan: string): string => plan.charAt(0).toUpperCase() + plan.slice(1)

/** Below the field, in the reader's language: the message of the API names the field as a program does. */
export const fieldProblemText = ({ errors }: Words, { code }: FieldProblem): string => {
  const known: Record<string, string> = errors.fields
  return known[code] ?? errors.fields.invalid
}
