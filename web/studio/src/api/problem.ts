import { errorOf, QprError } from '../../../../sdk/typescript/src/index.ts'

export type {
  FieldError as FieldProblem,
  ReachedLimit,
} from '../../../../sdk/typescript/src/index.ts'

/** A failed request: refused by the service, or without a response. */
export { errorOf as problemOf, QprError as ApiProblem }

export const noAnswer = (): QprError => new QprError({ status: 0, code: 'no_answer' })

export const asProblem = (error: unknown): QprError =>
  error instanceof QprError ? error : new QprError({ status: -1, code: 'bug' })
