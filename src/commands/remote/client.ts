import { secondMs } from '../../kit/clock.ts'
import { version } from '../../version.ts'
import { CommandError } from '../command.ts'

const patienceMs = 30 * secondMs

/** The service refused a request. */
export class Refusal extends CommandError {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }

  /** Whether the same request may succeed later. */
  get isPassing(): boolean {
    return this.status === 429 || this.status >= 500
  }
}

interface Call {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  key?: string | null
  body?: unknown
  /** Sent as it is, instead of a JSON body. */
  file?: Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  signal?: AbortSignal
}

/**
 * Sends a request and returns a successful response, or throws an error with the reason. Without a
 * signal it waits for a limited time.
 */
export const call = async (
  server: string,
  path: string,
  { method = 'GET', key = null, body, file, headers, signal }: Call = {},
): Promise<Response> => {
  const response = await reach(server, path, {
    method,
    // A redirect may lead to a service that the user has not named.
    redirect: 'manual',
    headers: {
      'User-Agent': `qpr/${version}`,
      ...(key !== null && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(file && { 'Content-Type': 'application/octet-stream' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(file && { body: file }),
    signal: signal ?? AbortSignal.timeout(patienceMs),
  })
  if (response.ok && response.headers.has('request-id')) return response
  throw await refusalOf(server, response)
}

/** The same for a response that ends. */
export const callForJson = async <T>(
  server: string,
  path: string,
  { signal, ...options }: Call = {},
): Promise<T> => {
  const timeout = AbortSignal.timeout(patienceMs)
  const response = await call(server, path, {
    ...options,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  })
  try {
    return (await response.json()) as T
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Unreachable(server, error)
  }
}

const reach = async (server: string, path: string, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(server + path, init)
  } catch (error) {
    if (init.signal?.aborted && (error as Error).name === 'AbortError') throw error
    throw new Unreachable(server, error)
  }
}

/** No response at all. */
export class Unreachable extends CommandError {
  constructor(server: string, error: unknown) {
    super(
      `Cannot reach ${server} (${reasonOf(error)}). Start the service with qpr serve, or name ` +
        'another one with --server, QPR_URL or qpr login.',
    )
  }
}

interface ProblemBody {
  detail: string
  request_id: string
  errors?: { message: string }[]
}

const refusalOf = async (server: string, response: Response): Promise<Refusal> => {
  const { status, headers } = response
  const type = headers.get('content-type') ?? ''
  if (!type.startsWith('application/problem+json')) {
    await response.body?.cancel()
    const location = status >= 300 && status < 400 ? headers.get('location') : null
    const answer = location ? `redirects to ${location}` : `answers ${status}`
    return new Refusal(
      status,
      `${server} ${answer}, and does not look like QPR. Name the service with --server, QPR_URL ` +
        'or qpr login.',
    )
  }
  const problem = (await response.json()) as ProblemBody
  return new Refusal(status, sentenceOf(server, status, problem))
}

const sentenceOf = (server: string, status: number, problem: ProblemBody): string => {
  const request = `(request ${problem.request_id})`
  if (status === 401) {
    return (
      `${server} does not accept this key. Name another one with --key, QPR_API_KEY or qpr ` +
      `login; qpr keys create creates one. ${request}`
    )
  }
  const messages = (problem.errors ?? []).map(({ message }) => message)
  return [...new Set([problem.detail, ...messages]), request].join(' ')
}

/** The message of `fetch` itself only states that it failed. */
export const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error
  if (!(cause instanceof Error)) return message
  return 'code' in cause ? String(cause.code) : cause.message
}
