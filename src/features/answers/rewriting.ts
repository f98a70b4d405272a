import type { Context } from '../../platform/context.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import { costOf } from '../models/choices.ts'
import { estimateTokens, ModelFailure } from '../models/model.ts'
import { reserveAgain } from './budget.ts'
import type { NewTurn } from './turns.ts'

/** A question in other words is short. */
const maxOutputTokens = 120
/** The visitor waits for it, so a slow model is not waited for. */
const patienceMs = 5 * secondMs

/** The tokens of the calls beside the answer. They are part of the use of the answer. */
const nothing = { reserved: 0, charged: 0, tokensIn: 0, tokensOut: 0, costMicros: 0 }

/**
 * Asks the model of a turn for the words of a search, within the budget of the code. Null when the
 * budget is used up or the model does not answer: the search then uses the question as it is. The
 * demo cannot rewrite.
 */
export const createRewriting = (context: Context<unknown>, job: NewTurn, signal: AbortSignal) => {
  const { model, message } = job
  const spent = { ...nothing }

  /** A call that may be billed but was not counted is charged its whole reservation. */
  const settle = (
    modelId: string,
    used: { tokensIn: number; tokensOut: number } | null,
    reserved: number,
  ) => {
    spent.charged += used ? used.tokensIn + used.tokensOut : reserved
    if (!used) return
    spent.tokensIn += used.tokensIn
    spent.tokensOut += used.tokensOut
    spent.costMicros += costOf(context, modelId, used)
  }

  const complete = async (system: string, text: string): Promise<string | null> => {
    const estimatedIn = estimateTokens(system) + estimateTokens(text)
    const reserved = estimatedIn + maxOutputTokens
    if (!(await reserveAgain(context, job, reserved))) return null
    message.tokens_reserved += reserved
    spent.reserved += reserved
    let modelId = model.id
    let counted: { tokensIn: number; tokensOut: number } | null = null
    let answer = ''
    try {
      const parts = model.stream({
        system,
        prompt: '',
        messages: [{ role: 'visitor', text }],
        maxOutputTokens,
        signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
        // A second call would take longer than the visitor waits.
        beforeFallback: (failure) => Promise.reject(failure),
      })
      for await (const part of parts) {
        if (part.kind === 'text') answer += part.text
        if (part.kind === 'model') modelId = part.id
        if (part.kind === 'usage') {
          const { tokensIn, tokensOut } = part
          if (tokensIn !== null && tokensOut !== null) counted = { tokensIn, tokensOut }
        }
      }
      settle(
        modelId,
        counted ?? { tokensIn: estimatedIn, tokensOut: estimateTokens(answer) },
        reserved,
      )
      return answer.trim() || null
    } catch (error) {
      const isFree = error instanceof ModelFailure && !error.mayCost && answer === ''
      settle(modelId, isFree ? { tokensIn: 0, tokensOut: 0 } : counted, reserved)
      return null
    }
  }

  return { spent, ...(!model.isDemo && { complete }) }
}
