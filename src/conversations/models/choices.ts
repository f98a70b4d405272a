import { invalidField } from '../../http/problem.ts'

/**
 * Every role chooses among the models that the operator pays for. Without any, the demo answers
 * and the name costs nothing, so that it is kept for the day on which there is a model.
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
