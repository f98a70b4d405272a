import type { Context } from '../../platform/context.ts'
import { invalidField } from '../../platform/http/problem.ts'

declare module '../../platform/context.ts' {
  interface Service {
    /** The models that a code may name, each as `provider:model`. */
    offeredModels: () => string[]
  }
}

/**
 * Every role may choose among the models that the operator configured. Without a configured model
 * the demo answers, and any name is accepted and kept until there is a model.
 */
export const requireModel = (
  { service }: Pick<Context, 'service'>,
  model: string | null | undefined,
) => {
  if (model === null || model === undefined) return
  const offered = service.offeredModels()
  if (offered.length === 0 || offered.includes(model)) return
  const rule = `must be one of ${offered.join(', ')}, or null for the default`
  throw invalidField('/model', 'unknown_value', `model ${rule}.`)
}
