import type { Conformance } from '../checks/conformance.ts'

export interface Answer<T> {
  status: number
  headers: Headers
  body: T
  text: string
}

export interface ProblemBody {
  type: string
  title: string
  status: number
  detail: string
  code: string
  request_id: string
  errors?: { pointer: string; code: string; message: string }[]
}

interface RequestOptions {
  /** Null sends no key. */
  key?: string | null
  body?: unknown
  /** Sent as it is, instead of `body`. */
  rawBody?: string | Buffer
  headers?: Record<string, string>
}

interface ClientOptions {
  address: string
  key: string
  conformance: Conformance
}

export type Client = ReturnType<typeof createClient>

/** Sends requests like a program; every response of the API must match the document. */
export const createClient = ({ address, key: defaultKey, conformance }: ClientOptions) => {
  const request = async <T>(
    method: string,
    path: string,
    { key = defaultKey, body, rawBody, headers = {} }: RequestOptions = {},
  ): Promise<Answer<T>> => {
    const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(address + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(key !== null && { Authorization: `Bearer ${key}` }),
        ...(payload !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(payload !== undefined && { body: payload }),
    })
    const text = await readText(response)
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
    const answer = isJson && text !== '' ? JSON.parse(text) : undefined
    conformance(method, path, response, answer)
    return { status: response.status, headers: response.headers, body: answer, text }
  }

  return {
    request,
    get: <T = ProblemBody>(path: string, options?: RequestOptions) =>
      request<T>('GET', path, options),
    post: <T = ProblemBody>(path: string, body?: unknown, options?: RequestOptions) =>
      request<T>('POST', path, { body, ...options }),
    patch: <T = ProblemBody>(path: string, body?: unknown, options?: RequestOptions) =>
      request<T>('PATCH', path, { body, ...options }),
    delete: <T = ProblemBody>(path: string, options?: RequestOptions) =>
      request<T>('DELETE', path, options),
  }
}

/** A stream of events is endless, so read only its beginning. */
const readText = async (response: Response): Promise<string> => {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!isStream) return await response.text()
  const reader = response.body?.getReader()
  const first = await reader?.read()
  await reader?.cancel()
  return Buffer.from(first?.value ?? []).toString('utf8')
}
