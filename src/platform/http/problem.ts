import type { Static } from 'typebox'
import type { OwnerTranslations } from '#contract/languages.ts'
import { createYield } from '../kit/yield-to-loop.ts'
import type { ProblemSchema } from './schema.ts'

type Body = Static<typeof ProblemSchema>

/** An invalid field: its position, a code for programs, a message for people. */
export type FieldError = NonNullable<Body['errors']>[number]

/** The members of the body that only some problems have. */
type Extra = Pick<Body, 'limit' | 'organizations' | 'name' | 'opens_at'>

interface ProblemOptions {
  errors?: FieldError[]
  headers?: Record<string, string>
  /** The same sentence in the other languages of the pages. */
  translations?: OwnerTranslations
  extra?: Extra
}

/** An intended 4xx or 503 response. Any other exception is a bug. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly errors: FieldError[] | undefined
  readonly headers: Record<string, string>
  readonly translations: OwnerTranslations | undefined
  readonly extra: Extra | undefined

  constructor(status: number, code: string, detail: string, options: ProblemOptions = {}) {
    super(detail)
    this.status = status
    this.code = code
    this.errors = options.errors
    this.headers = options.headers ?? {}
    this.translations = options.translations
    this.extra = options.extra
  }
}

export const problem = (
  status: number,
  code: string,
  detail: string,
  options?: ProblemOptions,
): Problem => new Problem(status, code, detail, options)

/** A field violates a rule that a schema cannot express. */
export const invalidField = (pointer: string, code: string, message: string): Problem =>
  invalidInput([{ pointer, code, message }])

export const invalidInput = (errors: FieldError[]): Problem =>
  problem(422, 'invalid_input', errors[0]?.message ?? 'The request is invalid.', { errors })

/** The maximum number of errors that a response names. */
export const maxErrors = 20

/** Applies a function to every item of a list, and reports the first invalid items. */
export const eachOf = async <Item, Result>(
  items: Item[],
  pointer: string,
  work: (item: Item) => Result,
): Promise<Result[]> => {
  const yieldToLoop = createYield()
  const errors: FieldError[] = []
  const results: Result[] = []
  for (const [i, item] of items.entries()) {
    await yieldToLoop()
    try {
      results.push(work(item))
    } catch (error) {
      if (!(error instanceof Problem) || !error.errors) throw error
      for (const inner of error.errors) {
        errors.push({ ...inner, pointer: `${pointer}/${i}${inner.pointer}` })
      }
      if (errors.length >= maxErrors) break
    }
  }
  if (errors.length > 0) throw invalidInput(errors.slice(0, maxErrors))
  return results
}

/** The caller has reached the maximum number of something. */
export const limitReached = (detail: string): Problem => problem(409, 'limit_reached', detail)

/** The caller sent too many requests within a period. */
export const tooOften = (code: string, detail: string, waitMs: number): Problem =>
  problem(429, code, detail, {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) },
  })

export const titles: Record<number, string> = {
  400: 'Bad request',
  401: 'Not authenticated',
  402: 'Plan limit reached',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request timed out',
  409: 'Conflict',
  410: 'Gone',
  413: 'Too large',
  415: 'Unsupported content type',
  417: 'Expectation failed',
  422: 'Invalid input',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'Internal error',
  503: 'Temporarily unavailable',
}

export const problemContentType = 'application/problem+json; charset=utf-8'

export const problemBody = (problem: Problem, requestId: string) => ({
  type: `urn:qpr:problem:${problem.code}`,
  title: titles[problem.status] ?? 'Error',
  status: problem.status,
  detail: problem.message,
  code: problem.code,
  request_id: requestId,
  ...(problem.errors && { errors: problem.errors }),
  ...problem.extra,
})
