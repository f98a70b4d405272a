import { secondMs } from '../../kit/clock.ts'
import { estimateTokens } from '../models/model.ts'
import type { Budget } from './budget.ts'
import type { NewTurn } from './turns.ts'

/** A question in other words is short. */
const maxOutputTokens = 120
/** The visitor waits for it, so a slow model is not waited for. */
const mostMs = 5 * secondMs

/**
 * Asks the model of a turn for the words of a search, within the budget of the code. Null when the
 * budget is used up or the model does not answer: the search then uses the question as it is. The
 * demo cannot rewrite.
 */
export const completeFor = (job: NewTurn, budget: Budget, signal: AbortSignal) => {
  const { model } = job
  if (model.isDemo) return undefined
  return async (system: string, text: string): Promise<string | null> => {
    const reserved = estimateTokens(system) + estimateTokens(text) + maxOutputTokens
    if (!(await budget.open(job, reserved))) return null
    let used = reserved
    let answer = ''
    try {
      const parts = model.stream({
        system,
        prompt: '',
        messages: [{ role: 'visitor', text }],
        maxOutputTokens,
        signal: AbortSignal.any([signal, AbortSignal.timeout(mostMs)]),
      })
      for await (const part of parts) {
        if (part.kind === 'text') answer += part.text
        if (part.kind === 'usage') used = (part.tokensIn ?? 0) + (part.tokensOut ?? 0) || reserved
      }
      return answer.trim() || null
    } catch {
      return null
    } finally {
      await budget.close(job, reserved, used)
    }
  }
}
