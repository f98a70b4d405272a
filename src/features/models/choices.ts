import { invalidField } from '../../platform/http/problem.ts'

/**
 * Every role may choose among the models that the operator configured. Without a configured model
 * the demo answers, and any name is accepted and kept until there is a model.
 */
export const createModelCheck =
  (choices: () => string[]) =>
  (model: string | null | undefined): void => {
    if (model === null || model === undefined) return
    const offered = choices()
    if (offered.length === 0 || offered.includes(model)) return
    const rule = `must be one of ${offered.join(', ')}, or null for the default`
    throw invalidField('/model', 'unknown_value', `model ${rule}.`)
  }
