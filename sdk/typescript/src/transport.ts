import { ConnectionError, errorOf, QprError, TimeoutError } from './errors.ts'
import type { CallOptions } from './types.ts'

export interface QprOptions {
  /** Visitors' calls need no key, nor does a browser that sends the cookie of a session. */
  apiKey?: string | undefined
  /** Where the service is. Default: `http://localhost:3000`. */
  baseUrl?: string | undefined
  /** For one attempt, in milliseconds. Default: 60,000. */
  timeoutMs?: number | undefined
  /** After the first attempt. Default: 3. */
  maxRetries?: number | undefined
  /** Sent with every request. */
  headers?: Record<string, string> | undefined
  /** Whether a browser sends cookies. */
  credentials?: 'omit' | 'same-origin' | 'include' | undefined
  /** Default: the global one. */
  fetch?: typeof fetch | undefined
  /** Sees each error before it is thrown, and may throw another one. */
  onError?: ((error: QprError) => void) | undefined
}

export interface Request extends Omit<CallOptions, 'query'> {
  method: string
  path: string
  query?: object | undefined
  body?: unknown
}

type Body = Blob | Uint8Array<ArrayBuffer>

const isBytes = (body: unknown): body is Body => body instanceof Blob || body instanceof Uint8Array

const contentTypeOf = (body: unknown): string => {
  if (!isBytes(body)) return 'application/json'
  return (body instanceof Blob && body.type) || 'application/octet-stream'
}

/** A longer wait is left to the caller. */
const longestWaitMs = 60_000

/** crypto.randomUUID does not exist in browsers over plain http. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

export const wait = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
  })

/** Doubles, with a random part: clients that failed together must not return together. */
export const backoffMs = (attempt: number, maxMs = 8000) =>
  Math.min(maxMs, 500 * 2 ** attempt) * (0.5 + Math.random() / 2)

const mayRetry = ({ status, code }: QprError) =>
  status === 0 || [408, 429, 502, 503, 504].includes(status) || code === 'idempotency_key_in_flight'

/** A browser hides the status and the address of a redirect. */
const isRedirect = ({ status, type }: Response) =>
  type === 'opaqueredirect' || (status >= 300 && status < 400)

const redirected = ({ status, headers }: Response) => {
  const location = headers.get('Location') ?? 'another address'
  const detail = `The service redirects to ${location}. Use its own address as baseUrl.`
  return new QprError({ status: status || 302, code: 'redirected', detail })
}

export type Transport = ReturnType<typeof createTransport>

/** Sends requests: authentication, retries, time limits and errors. */
export const createTransport = (options: QprOptions) => {
  const baseUrl = (options.baseUrl ?? 'http://localhost:3000').replace(/\/+$/, '')
  // Called as a method of `options`, a browser's fetch would refuse to run.
  const send = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args))

  const addressOf = ({ path, query = {} }: Request) => {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) {
      for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one))
    }
    return `${baseUrl}${path}${search.size > 0 ? `?${search}` : ''}`
  }

  const headersOf = ({ method, path, body, headers, idempotencyKey }: Request) => ({
    // Visitors have no key: it must not reach the endpoints that are made for browsers.
    ...(options.apiKey && path.startsWith('/v1') && { Authorization: `Bearer ${options.apiKey}` }),
    ...(body !== undefined && { 'Content-Type': contentTypeOf(body) }),
    ...(method === 'POST' && path.startsWith('/v1') && { 'Idempotency-Key': idempotencyKey }),
    ...options.headers,
    ...headers,
  })

  /** One attempt. The time limit ends with the last byte that `read` takes. */
  const attempt = async <T>(request: Request, read: (response: Response) => Promise<T>) => {
    const { method, body, signal, timeoutMs = options.timeoutMs ?? 60_000 } = request
    signal?.throwIfAborted()
    const abort = new AbortController()
    const follow = () => abort.abort(signal?.reason)
    signal?.addEventListener('abort', follow, { once: true })
    const timer = setTimeout(() => abort.abort(late), timeoutMs)
    const late = new TimeoutError({
      status: 0,
      code: 'no_answer',
      detail: `There was no response within ${timeoutMs / 1000} s.`,
    })
    try {
      const response = await send(addressOf(request), {
        method,
        headers: headersOf(request) as Record<string, string>,
        signal: abort.signal,
        // Another address must get neither the key nor the body, and its answer is no answer.
        redirect: 'manual',
        ...(body !== undefined && { body: isBytes(body) ? body : JSON.stringify(body) }),
        ...(options.credentials && { credentials: options.credentials }),
      })
      if (isRedirect(response)) throw redirected(response)
      if (!response.ok) throw await errorOf(response)
      const result = await read(response)
      // Aborting must also end a body that the caller reads later.
      if (!(result instanceof Response)) signal?.removeEventListener('abort', follow)
      return result
    } catch (error) {
      signal?.removeEventListener('abort', follow)
      signal?.throwIfAborted()
      if (error instanceof QprError) throw error
      if (abort.signal.aborted) throw late
      const detail = 'The service did not respond.'
      throw new ConnectionError({ status: 0, code: 'no_answer', detail }, { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

  /** Retries what a retry can help. Every request can be repeated: a POST has its key. */
  return async <T>(first: Request, read: (response: Response) => Promise<T>): Promise<T> => {
    const request = { ...first, idempotencyKey: first.idempotencyKey ?? randomKey() }
    const { signal, maxRetries = options.maxRetries ?? 3 } = request
    let wasSilent = false
    for (let retries = 0; ; retries++) {
      try {
        return await attempt(request, read)
      } catch (error) {
        if (!(error instanceof QprError)) throw error
        // The lost response told that it was deleted.
        const isGone = request.method === 'DELETE' && error.status === 404 && wasSilent
        if (isGone) return undefined as T
        wasSilent ||= error.isNetwork
        const waitMs = error.retryAfterMs ?? backoffMs(retries)
        if (!mayRetry(error) || retries >= maxRetries || waitMs > longestWaitMs) {
          options.onError?.(error)
          throw error
        }
        await wait(waitMs, signal)
      }
    }
  }
}
