import type { Context } from '../../platform/context.ts'
import type { Model, ModelRequest } from '../models/model.ts'
import { createDraftMeter, type ReservedTokens } from './budget.ts'

interface Completed {
  /** The model that answered, or the first one. */
  modelId: string
  text: string
  /** The answer would have been longer. */
  isTruncated: boolean
  /** Why the answer is incomplete; null when it is not. */
  failure: unknown
}

/** The whole answer to a request for an owner. Its tokens are charged, whatever becomes of it. */
export const completeDraft = async (
  context: Pick<Context<unknown>, 'service'>,
  model: Model,
  request: ModelRequest,
  budget: ReservedTokens,
  maxCharacters = Number.POSITIVE_INFINITY,
): Promise<Completed> => {
  const { beforeFallback, ...meter } = createDraftMeter(context, request, budget)
  const done: Completed = { modelId: model.id, text: '', isTruncated: false, failure: null }
  try {
    for await (const part of model.stream({ ...request, beforeFallback })) {
      if (part.kind === 'model') done.modelId = part.id
      else if (part.kind === 'usage') meter.count(part)
      else if (part.kind === 'truncated') done.isTruncated = true
      else if (part.kind === 'text') done.text += part.text
      if (done.text.length <= maxCharacters) continue
      done.isTruncated = true
      break
    }
  } catch (error) {
    done.failure = error
  }
  await meter.settle(done.modelId, done.text, done.failure)
  return done
}
