import type { Context } from '../../platform/context.ts'
import { invalidField } from '../../platform/http/problem.ts'
import type { Model } from './model.ts'
import type { Models } from './models.ts'

declare module '../../platform/context.ts' {
  interface Service {
    /** Only the running service has models. */
    models: Pick<Models, 'choices' | 'modelFor' | 'costOf'>
  }
}

type Reading = Pick<Context<unknown>, 'service'>

/**
 * Every role may choose among the models that the operator configured. Without a configured model
 * the demo answers, and any name is accepted and kept until there is a model.
 */
export const requireModel = ({ service }: Reading, model: string | null | undefined) => {
  if (model === null || model === undefined) return
  const offered = service.models.choices()
  if (offered.length === 0 || offered.includes(model)) return
  const rule = `must be one of ${offered.join(', ')}, or null for the default`
  throw invalidField('/model', 'unknown_value', `model ${rule}.`)
}

/**
 * The model of a code: its own model if the code may name it, then the default models as fallback.
 */
export const modelFor = ({ service }: Reading, name: string | null): Model =>
  service.models.modelFor(name)

/** Whether the demo responder answers for a code with this model. */
export const isDemo = (context: Reading, model: string | null): boolean =>
  modelFor(context, model).isDemo

/** In millionths of the currency of the prices; 0 for a model without a price. */
export const costOf = (
  { service }: Reading,
  modelId: string,
  used: { tokensIn: number; tokensOut: number },
): number => service.models.costOf(modelId, used.tokensIn, used.tokensOut)
