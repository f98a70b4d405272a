import { Qpr, QprError, type QprOptions } from '../../../sdk/typescript/src/index.ts'
import { createTransport } from '../../../sdk/typescript/src/transport.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import { version } from '../../platform/kit/project.ts'
import { CommandError } from '../command.ts'
import type { Target } from './target.ts'

/** The API of a service. Its errors are sentences for the terminal, with their cause. */
export const connect = (target: Target): Qpr => new Qpr(optionsFor(target))

/** For streams, and for operations that only the service names. */
export const transportTo = (target: Target) => createTransport(optionsFor(target))

const optionsFor = ({ server, key }: Target): QprOptions => ({
  baseUrl: server,
  apiKey: key ?? undefined,
  timeoutMs: 30 * secondMs,
  // The user sees an error at once, and decides.
  maxRetries: 0,
  headers: { 'User-Agent': `qpr/${version}` },
  fetch: async (address, init) => {
    // A redirect may lead to a service that the user has not named.
    const response = await fetch(address, { ...init, redirect: 'manual' })
    if (isOfQpr(response)) return response
    throw await strangerAt(server, response)
  },
  onError: (error) => {
    throw new CommandError(sentenceOf(server, error), { cause: error })
  },
})

const isOfQpr = ({ ok, headers }: Response): boolean =>
  ok
    ? headers.has('request-id')
    : headers.get('content-type')?.startsWith('application/problem+json') === true

const strangerAt = async (server: string, { status, headers, body }: Response) => {
  await body?.cancel()
  const location = status >= 300 && status < 400 ? headers.get('location') : null
  const answer = location ? `redirects to ${location}` : `answers ${status}`
  const detail =
    `${server} ${answer}, and does not look like QPR. Name the service with --server, QPR_URL ` +
    'or qpr login.'
  return new QprError({ status, code: 'not_qpr', detail })
}

const sentenceOf = (server: string, error: QprError): string => {
  const { message, status, requestId, fields } = error
  if (error.isNetwork) {
    return (
      `Cannot reach ${server} (${reasonOf(error.cause ?? error)}). Start the service with qpr ` +
      'serve, or name another one with --server, QPR_URL or qpr login.'
    )
  }
  if (requestId === null) return message
  const request = `(request ${requestId})`
  if (status === 401) {
    return (
      `${server} does not accept this key. Name another one with --key, QPR_API_KEY or qpr ` +
      `login; qpr keys create creates one. ${request}`
    )
  }
  return [...new Set([message, ...fields.map((field) => field.message)]), request].join(' ')
}

/** Whether the same request may succeed later. */
export const mayPass = (error: unknown): boolean => {
  // Other errors than our own come from a broken connection.
  if (!(error instanceof CommandError)) return true
  const { cause } = error
  return (
    cause instanceof QprError && (cause.isNetwork || cause.status === 429 || cause.status >= 500)
  )
}

/** The message of `fetch` itself only states that it failed. */
export const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error
  if (!(cause instanceof Error)) return message
  return 'code' in cause ? String(cause.code) : cause.message
}

/** Fields without a value are not sent. */
export const sentFields = <Fields extends object>(fields: Fields) =>
  fields as { [Name in keyof Fields]: Exclude<Fields[Name], undefined> }
