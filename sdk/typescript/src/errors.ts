import { codes, type ProblemCode } from './codes.ts'
import type { components } from './schema.d.ts'

type Problem = components['schemas']['Problem']

export type { ProblemCode }

/** The limit of the plan that was reached. */
export type ReachedLimit = NonNullable<Problem['limit']>

export interface FieldError {
  /** The pointer as a name: /contact/url is contact.url. */
  field: string
  code: string
  message: string
}

export interface ProblemFacts extends Partial<Omit<Problem, 'code'>> {
  status: number
  code: ProblemCode | (string & {})
  retryAfterMs?: number | undefined
}

/** A failed call: refused by the service, or without a response. */
export class QprError extends Error {
  /** 0 when there was no response. */
  readonly status: number
  /** Stable, for programs. See the catalogue of errors. */
  readonly code: ProblemCode | (string & {})
  readonly requestId: string | null
  /** The invalid fields. */
  readonly fields: readonly FieldError[]
  readonly limit: ReachedLimit | null
  /** The organizations that need another owner first. */
  readonly organizations: NonNullable<Problem['organizations']>
  /** The member who has the conversation, for `already_taken`. */
  readonly takenBy: string | null
  /** How long the service asks to wait. */
  readonly retryAfterMs: number | undefined
  /** The codes that earlier requests of a large `codes.createMany` have created. */
  readonly created: readonly components['schemas']['QprCode'][] = []

  constructor(facts: ProblemFacts, options?: ErrorOptions) {
    super(facts.detail ?? facts.code, options)
    this.name = new.target.name
    this.status = facts.status
    this.code = facts.code
    this.requestId = facts.request_id ?? null
    this.limit = facts.limit ?? null
    this.organizations = facts.organizations ?? []
    this.takenBy = facts.name ?? null
    this.retryAfterMs = facts.retryAfterMs
    this.fields = (facts.errors ?? []).map(({ pointer, code, message }) => ({
      field: fieldOf(pointer),
      code,
      message,
    }))
  }

  get isNetwork(): boolean {
    return this.status === 0
  }
}

const fieldOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')

/** There was no response. */
export class ConnectionError extends QprError {}
/** There was no response in time. */
export class TimeoutError extends ConnectionError {}
/** The key is missing, unknown, expired or revoked. */
export class AuthenticationError extends QprError {}
/** The plan's limit is reached: see `limit`. */
export class PlanLimitError extends QprError {}
/** The role or the scope of the key does not allow it. */
export class PermissionError extends QprError {}
export class NotFoundError extends QprError {}
/** The state of the object does not allow it, such as `slug_taken` or `last_owner`. */
export class ConflictError extends QprError {}
/** The same `Idempotency-Key` was used for another request, or is still in use. */
export class IdempotencyError extends ConflictError {}
/** The code is archived, or the conversation has ended. */
export class GoneError extends QprError {}
/** A field or a parameter is invalid: see `fields`. */
export class InvalidInputError extends QprError {}
/** Too many requests: see `retryAfterMs`. */
export class RateLimitError extends QprError {}
/** Nothing was saved; with the code `commit_unknown` it may have been saved. */
export class UnavailableError extends QprError {}
/** An answer in a conversation failed. `retryable`: `conversation.retry()` may help. */
export class AnswerError extends QprError {
  readonly retryable: boolean
  /** How much of the streamed text was kept. */
  readonly keptCharacters: number
  /** The text that was kept. Show it instead of what was streamed. */
  readonly answer: string
  /** The passages that the kept text cites. */
  readonly citations: NonNullable<components['schemas']['AnswerError']['citations']>

  constructor(failed: components['schemas']['AnswerError'], streamed = '') {
    super({ status: 200, code: failed.code, detail: failed.message })
    this.retryable = failed.retryable
    this.keptCharacters = failed.kept_characters
    this.answer = failed.text ?? streamed.slice(0, failed.kept_characters)
    this.citations = failed.citations ?? []
  }
}
/** The signature of a webhook is missing, wrong or too old. */
export class WebhookVerificationError extends QprError {
  constructor(detail: string) {
    super({ status: 0, code: 'invalid_signature', detail })
  }
}

type ErrorClass<E extends QprError = QprError> = new (
  facts: ProblemFacts,
  options?: ErrorOptions,
) => E

/** Codes whose family differs from that of their status. */
const familyByCode = {
  idempotency_key_in_flight: IdempotencyError,
  idempotency_key_reused: IdempotencyError,
} as const

const familyByStatus = {
  400: InvalidInputError,
  401: AuthenticationError,
  402: PlanLimitError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: GoneError,
  413: InvalidInputError,
  415: InvalidInputError,
  422: InvalidInputError,
  429: RateLimitError,
  503: UnavailableError,
} as const

type FamilyOf<Code extends ProblemCode> = Code extends keyof typeof familyByCode
  ? IdempotencyError
  : (typeof codes)[Code] extends infer Status extends keyof typeof familyByStatus
    ? InstanceType<(typeof familyByStatus)[Status]>
    : QprError

const familyOf = (status: number): ErrorClass =>
  (familyByStatus as Record<number, ErrorClass>)[status] ?? QprError

type ClassName<Code extends string> = Code extends `${infer Word}_${infer Rest}`
  ? `${Capitalize<Word>}${ClassName<Rest>}`
  : Capitalize<Code>

const classNameOf = (code: string) =>
  code.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())

type Errors = {
  readonly [Code in ProblemCode as ClassName<Code>]: ErrorClass<
    FamilyOf<Code> & { readonly code: Code }
  >
}

/** A class for each code of the catalogue: `error instanceof errors.CodeNotFound`. */
export const errors = /* @__PURE__ */ Object.fromEntries(
  Object.entries(codes).map(([code, status]) => {
    const name = classNameOf(code)
    const Family = (familyByCode as Record<string, ErrorClass>)[code] ?? familyOf(status)
    // A computed name survives the minifier of an app: `error.name` stays readable in its logs.
    return [name, { [name]: class extends Family {} }[name]]
  }),
) as unknown as Errors

const classOf = (code: string, status: number): ErrorClass =>
  Object.hasOwn(codes, code)
    ? errors[classNameOf(code) as keyof Errors]
    : // Newer than this SDK.
      familyOf(status)

/** The error of a response; a page of a proxy gives only its status. */
export const errorOf = async (response: Response): Promise<QprError> => {
  const { status, headers } = response
  const isProblem = headers.get('Content-Type')?.startsWith('application/problem+json')
  const body = isProblem ? ((await response.json().catch(() => null)) as Problem | null) : null
  const facts: ProblemFacts = {
    ...(body ?? { status, code: `status_${status}`, request_id: headers.get('Request-Id') ?? '' }),
    retryAfterMs: waitIn(headers.get('Retry-After')),
  }
  return new (classOf(facts.code, status))(facts)
}

/** `Retry-After` has seconds or a date. */
const waitIn = (header: string | null): number | undefined => {
  if (!header) return undefined
  const seconds = Number(header)
  const waitMs = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs)
}
