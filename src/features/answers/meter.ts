import { inputTokens } from '../models/documents.ts'
import { estimateTokens, ModelFailure, type ModelPart, type ModelRequest } from '../models/model.ts'

type Usage = Omit<Extract<ModelPart, { kind: 'usage' }>, 'kind'>

/** The tokens of an answer, as far as they are known. */
export interface Use {
  tokensIn: number
  tokensOut: number
  /**
   * Tokens to charge to the daily budget. Null: the whole reservation, because the provider did not
   * count them.
   */
  charged: number | null
}

/**
 * Counts the tokens of an answer, which may take several calls. A call that may be billed but was
 * not counted is charged its whole reservation. Otherwise calls that never finish could use far
 * more than the budget.
 */
export const createMeter = (
  request: Pick<ModelRequest, 'system' | 'messages' | 'passages' | 'isWhole'>,
  reservedForOne: number,
) => {
  let usage: Usage = { tokensIn: null, tokensOut: null }
  let earlier = 0

  const counted = () =>
    usage.tokensIn === null || usage.tokensOut === null ? null : usage.tokensIn + usage.tokensOut

  return {
    count(part: Usage) {
      usage = { tokensIn: part.tokensIn, tokensOut: part.tokensOut }
    },
    /** The current call failed and a fallback begins. */
    next() {
      earlier += counted() ?? reservedForOne
      usage = { tokensIn: null, tokensOut: null }
    },
    /** `failure` is the reason why the answer is incomplete; null when it is complete. */
    read(text: string, failure: unknown): Use {
      const tokensIn = usage.tokensIn ?? inputTokens(request)
      const tokensOut = usage.tokensOut ?? estimateTokens(text)
      const isFree = failure instanceof ModelFailure && !failure.mayCost && text === ''
      const isKnown = failure === null || counted() !== null || isFree
      return { tokensIn, tokensOut, charged: isKnown ? earlier + tokensIn + tokensOut : null }
    },
  }
}

export type Meter = ReturnType<typeof createMeter>
