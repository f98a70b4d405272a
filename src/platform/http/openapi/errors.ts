import { type ProblemCode, problemCodes } from '#contract/problem-codes.ts'
import { problem, problemBody } from '../problem.ts'

/** The errors of every route that needs a key. */
const commonErrors: Record<number, string> = {
  400: 'The address cannot be decoded.',
  401: 'The key is missing, unknown, expired or revoked.',
  403: 'The role or the scope of the key does not allow it.',
  404: 'It does not exist, or this key has no access to it.',
  422: 'A field or a parameter is invalid; `errors` lists each of them.',
  429: 'The rate limit is reached; `Retry-After` is the number of seconds to wait.',
  503: 'The database cannot be reached or the disk is full. Nothing was saved.',
}

const unconfirmed =
  'The database cannot be reached or the disk is full: nothing was saved (`storage_unavailable`). ' +
  'Or the database did not confirm the commit: it may have been saved (`commit_unknown`).'

const { 401: _key, 403: _role, ...openErrors } = commonErrors

const changeErrors: Record<number, string> = {
  400: 'The body is not JSON, or not an object; or the address cannot be decoded.',
  413: 'The body is larger than 256 KB.',
  415: 'The body is not application/json.',
  503: unconfirmed,
}

const keyInFlight =
  'A request with this `Idempotency-Key` is still running (`idempotency_key_in_flight`).'

/** The names of the responses that many routes share, by their description. */
const responseNames = new Map([
  [commonErrors[400], 'InvalidAddress'],
  [changeErrors[400], 'InvalidBody'],
  [commonErrors[401], 'Unauthorized'],
  [commonErrors[403], 'Forbidden'],
  [keyInFlight, 'IdempotencyKeyInFlight'],
  [changeErrors[413], 'BodyTooLarge'],
  [changeErrors[415], 'UnsupportedContentType'],
  [commonErrors[422], 'InvalidInput'],
  [commonErrors[429], 'RateLimited'],
  [commonErrors[503], 'StorageUnavailable'],
  [changeErrors[503], 'CommitUnknown'],
])

/** The name of an error response, or undefined for one that a route describes itself. */
export const responseName = (description: string, codes: readonly string[]): string | undefined =>
  description === commonErrors[404]
    ? // Named after the innermost object of the path: MemberNotFound.
      codes.at(-1)?.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())
    : responseNames.get(description)

interface Route {
  method: string
  isOpen: boolean
  /** The errors that the route declares. */
  errors: Record<number, string>
}

/** The description of each error that a route can give, by its status. */
export const errorsOf = ({ method, isOpen, errors }: Route): Record<string, string> => {
  // Visitors have no key, so idempotency does not apply to them.
  const isRepeatable = method === 'POST' && !isOpen
  const conflicts = [errors[409], isRepeatable && keyInFlight].filter(Boolean).join(' ')
  return {
    ...(isOpen ? openErrors : commonErrors),
    ...(method !== 'GET' && changeErrors),
    ...errors,
    ...(conflicts && { 409: conflicts }),
  }
}

const general: Partial<Record<string, ProblemCode[]>> = {
  400: ['invalid_json', 'body_not_an_object', 'invalid_address'],
  401: ['missing_key', 'unknown_key', 'session_ended'],
  402: ['plan_limit_reached'],
  403: ['role_not_allowed', 'foreign_origin'],
  413: ['body_too_large'],
  409: ['idempotency_key_in_flight'],
  415: ['unsupported_content_type', 'unsupported_encoding'],
  422: ['invalid_input', 'takes_too_long', 'idempotency_key_reused'],
  429: ['rate_limited', 'too_busy'],
  503: ['storage_unavailable'],
}

/** What a path names before an id, where it is not the singular of the segment. */
const thingOf: Record<string, string> = {
  'qpr-codes': 'code',
  'api-keys': 'key',
  deliveries: 'delivery',
  knowledge: 'source',
  history: 'version',
  qr: 'code',
  s: 'code',
  c: 'conversation',
}

/** The codes of an error response: the general ones, those in its description, those of its path. */
export const codesFor = (status: string, path: string, description: string): ProblemCode[] => {
  const mentioned = [...description.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code)
  const parts = path.split('/')
  const missing = parts
    .filter((_, at) => parts[at + 1]?.startsWith('{'))
    .map((part) => `${thingOf[part] ?? part.replace(/s$/, '')}_not_found`)
  const wanted = [...mentioned, ...(status === '404' ? missing : []), ...(general[status] ?? [])]
  const fits = (code: string | undefined): code is ProblemCode =>
    String(problemCodes[code as ProblemCode]?.[0]) === status
  const codes = [...new Set(wanted.filter(fits))]
  return codes.length === 0 && status === '404' ? ['organization_not_found'] : codes
}

const details: Partial<Record<ProblemCode, object>> = {
  invalid_input: { errors: [{ pointer: '/name', code: 'required', message: 'name is required.' }] },
  plan_limit_reached: {
    extra: {
      limit: { name: 'codes', maximum: 10, used: 10, plan: 'free', sufficient_plan: 'starter' },
    },
  },
}

/** The whole body of each of these errors. */
export const errorExamples = (codes: ReadonlySet<string>) =>
  Object.fromEntries(
    Object.entries(problemCodes)
      .filter(([code]) => codes.has(code))
      .map(([code, [status, detail]]) => [
        code,
        {
          summary: detail,
          value: problemBody(
            problem(status, code, detail, details[code as ProblemCode]),
            'req_01JB0000000000000000000000',
          ),
        },
      ]),
  )

/** The catalogue of errors: the status and a typical sentence of every code. */
export const errorCatalogue = () =>
  Object.fromEntries(
    Object.entries(problemCodes).map(([code, [status, detail]]) => [code, `${status}: ${detail}`]),
  )
