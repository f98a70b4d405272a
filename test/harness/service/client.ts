import { once } from 'node:events'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
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
    const response = await send(address + path, method, payload, {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    })
    const { text } = response
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

const agent = new Agent({ keepAlive: true })

/** As a program sends a request. `fetch` takes three times as long, and tests send many thousands. */
const send = async (
  address: string,
  method: string,
  payload: string | Buffer | undefined,
  headers: Record<string, string>,
) => {
  const request = httpRequest(new URL(address), { agent, method, headers })
  // A server that refuses a body may disconnect after its response.
  request.on('error', () => undefined)
  // Node.js leaves out the length of a body of DELETE.
  if (payload !== undefined) request.setHeader('content-length', Buffer.byteLength(payload))
  request.end(payload)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return {
    status: response.statusCode ?? 0,
    headers: headersOf(response),
    text: await readText(response),
  }
}

const headersOf = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] as string, rawHeaders[at + 1] as string)
  }
  return headers
}

/** A stream of events is endless, so read only its beginning. */
const readText = async (response: IncomingMessage): Promise<string> => {
  const isStream = response.headers['content-type']?.startsWith('text/event-stream')
  const chunks: Buffer[] = []
  for await (const chunk of response) {
    chunks.push(chunk)
    if (isStream) break
  }
  return Buffer.concat(chunks).toString('utf8')
}
