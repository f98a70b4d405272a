import { invalidField } from '../http/problem.ts'

/** Whoever writes codes chooses among the models that the operator pays for: the same for all roles. */
export const createModelCheck =
  (choices: () => string[]) =>
  (model: string | null | undefined): void => {
    if (model === null || model === undefined) return
    const offered = choices()
    if (offered.includes(model)) return
    const rule =
      offered.length > 0
        ? `must be one of ${offered.join(', ')}, or null for the default`
        : 'must be null: this service offers no choice of models'
    throw invalidField('/model', 'unknown_value', `model ${rule}.`)
  }
