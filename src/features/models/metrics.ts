import { Counter, Histogram, type Registry } from 'prom-client'
import { secondMs } from '../../platform/kit/clock.ts'
import { beginSpan } from '../../platform/kit/tracing.ts'
import { estimateTokens, inputTokens, type Model, ModelFailure } from './model.ts'

/** Calls, latency and tokens by model. The operator's settings name the models, so they are few. */
export const createModelMetrics = (registry: Registry) => {
  const registers = [registry]
  const calls = new Counter({
    name: 'qpr_model_calls_total',
    help: 'Calls of models by this process, by model and result: ok, stopped, or the error code.',
    labelNames: ['model', 'result'] as const,
    registers,
  })
  const tokens = new Counter({
    name: 'qpr_tokens_total',
    help: 'Tokens of models, by model and direction (input, output); estimated if the provider reports none.',
    labelNames: ['model', 'direction'] as const,
    registers,
  })
  const buckets = [0.1, 0.25, 0.5, 1, 2, 3, 5, 8, 13, 20, 30, 60, 120]
  const histogram = (name: string, help: string) =>
    new Histogram({ name, help, labelNames: ['model'] as const, buckets, registers })
  const firstWords = histogram(
    'qpr_model_first_token_seconds',
    'Time from the call of a model to its first word.',
  )
  const durations = histogram('qpr_model_duration_seconds', 'Duration of the calls of models.')

  const countTokens = (model: string, input: number, output: number) => {
    tokens.inc({ model, direction: 'input' }, input)
    tokens.inc({ model, direction: 'output' }, output)
  }

  return {
    /** The same model, measured and traced. */
    measure: (model: Model): Model => ({
      ...model,
      async *stream(request) {
        const span = beginSpan(`chat ${model.id}`, {
          kind: 'client',
          attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': model.id },
        })
        const startedMs = performance.now()
        const elapsed = () => (performance.now() - startedMs) / secondMs
        let text = ''
        let isCounted = false
        let result = 'stopped'
        try {
          for await (const part of model.stream(request)) {
            if (part.kind === 'text') {
              if (text === '') firstWords.observe({ model: model.id }, elapsed())
              text += part.text
            } else if (part.kind === 'usage') {
              isCounted = true
              const { tokensIn, tokensOut } = part
              span?.set({
                'gen_ai.usage.input_tokens': tokensIn ?? undefined,
                'gen_ai.usage.output_tokens': tokensOut ?? undefined,
              })
              countTokens(
                model.id,
                tokensIn ?? inputTokens(request),
                tokensOut ?? estimateTokens(text),
              )
            }
            yield part
          }
          result = 'ok'
        } catch (error) {
          if (error instanceof ModelFailure) result = error.code
          else if (!request.signal.aborted) result = 'internal_error'
          throw error
        } finally {
          span?.end(result === 'ok' || result === 'stopped' ? undefined : result)
          durations.observe({ model: model.id }, elapsed())
          calls.inc({ model: model.id, result })
          if (!isCounted && text !== '')
            countTokens(model.id, inputTokens(request), estimateTokens(text))
        }
      },
    }),
  }
}
