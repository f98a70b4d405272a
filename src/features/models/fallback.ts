import type { Logger } from '../../platform/kit/log.ts'
import { type Model, ModelFailure } from './model.ts'

/**
 * Asks one model after the other until one begins to answer. After its first word no other model is
 * asked: the visitor has already read a part of the answer.
 */
export const withFallbacks = (models: [Model, ...Model[]], log: Logger): Model => {
  const [first, ...others] = models
  if (others.length === 0) return first
  return {
    id: first.id,
    isDemo: first.isDemo,
    async *stream(request) {
      for (const [index, model] of models.entries()) {
        let hasBegun = false
        let isCounted = false
        try {
          for await (const part of model.stream(request)) {
            if (part.kind === 'usage') isCounted = true
            else hasBegun = true
            yield part
          }
          return
        } catch (error) {
          const next = models[index + 1]
          if (hasBegun || !next || !(error instanceof ModelFailure)) throw error
          const { code, message: detail } = error
          log.warn({ model: model.id, code, detail, next: next.id }, 'the next model takes over')
          if (error.mayCost || isCounted) await request.beforeFallback?.(error)
        }
      }
    },
  }
}
