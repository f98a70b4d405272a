import { estimateTokens, ModelFailure, type ModelPart, type ModelRequest } from '../models/model.ts'

type Usage = Omit<Extract<ModelPart, { kind: 'usage' }>, 'kind'>

/** What an answer used, as far as it is known. */
export interface Use {
  tokensIn: number
  tokensOut: number
  /** Tokens for the day's budget; null: all that was reserved, because nobody counted them. */
  charged: number | null
}

/**
 * Counts the tokens of one answer, which may take several calls. A call that may have cost
 * something and was not counted costs what was reserved for it: a budget that trusted estimates
 * of unfinished calls would be spent by calls that never reach their end.
 */
export const createMeter = (
  request: Pick<ModelRequest, 'system' | 'messages'>,
  reservedForOne: number,
) => {
  let usage: Usage = { tokensIn: null, tokensOut: null }
  let earlier = 0

  const estimatedIn = () =>
    estimateTokens([request.system, ...request.messages.map(({ text }) => text)].join('\n'))
  const counted = () =>
    usage.tokensIn === null || usage.tokensOut === null ? null : usage.tokensIn + usage.tokensOut

  return {
    count(part: Usage) {
      usage = { tokensIn: part.tokensIn, tokensOut: part.tokensOut }
    },
    /** This call failed, and another one begins. */
    next() {
      earlier += counted() ?? reservedForOne
      usage = { tokensIn: null, tokensOut: null }
    },
    /** `failure`: why the answer has no end; null when it has one. */
    read(text: string, failure: unknown): Use {
      const tokensIn = usage.tokensIn ?? estimatedIn()
      const tokensOut = usage.tokensOut ?? estimateTokens(text)
      const isFree = failure instanceof ModelFailure && !failure.mayCost && text === ''
      const isKnown = failure === null || counted() !== null || isFree
      return { tokensIn, tokensOut, charged: isKnown ? earlier + tokensIn + tokensOut : null }
    },
  }
}

export type Meter = ReturnType<typeof createMeter>
