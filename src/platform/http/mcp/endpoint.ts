import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { headersOfProxies } from '../limits/addresses.ts'
import { problem } from '../problem.ts'
import { asToolError, type Offer } from './tool.ts'

/** Answers a POST request of an assistant. Each request stands alone: there are no sessions. */
export const answerAssistant = async (
  request: FastifyRequest,
  reply: FastifyReply,
  offer: Offer,
) => {
  const { body } = request
  // The protocol has no batches, which would also evade the limits per request.
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw notOneMessage()
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  // The protocol's package takes 0.2 s and 30 MB to load.
  const { answerMessage } = await import('./server.ts')
  const answer = await answerMessage(
    { headers: headersOf(request), body, signal: gone.signal },
    offer,
  )
  if (answer.type !== null) reply.type(answer.type)
  return reply.code(answer.status).send(answer.text)
}

const notOneMessage = () =>
  problem(400, 'body_not_an_object', 'Send one JSON-RPC message: the body must be a JSON object.')

/** The headers that the protocol uses. */
const headersOf = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && /^(accept|content-type|mcp-.*)$/.test(name)
        ? [[name, value]]
        : [],
    ),
  )

export interface ApiCall {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** With the query. */
  path: string
  body?: object | undefined
}

/** Calls an operation of the API and returns its response, or throws a ToolError. */
export type CallApi = (call: ApiCall) => Promise<Record<string, unknown>>

/** Everything that authentication, limits and the audit log read about a caller. */
const headersOfCallers = [
  'authorization',
  'user-agent',
  'accept-language',
  'idempotency-key',
  ...headersOfProxies,
]

/**
 * Calls operations on behalf of a request, through the same routes as a request from outside: with
 * the same authentication, roles, limits, validation and audit log.
 */
export const callsWithin =
  (app: FastifyInstance, { headers, socket }: FastifyRequest): CallApi =>
  async ({ method, path, body }) => {
    const known = headersOfCallers.flatMap((name) => {
      const value = headers[name]
      return value === undefined ? [] : [[name, value] as const]
    })
    const answer = await app.inject({
      method,
      url: path,
      headers: Object.fromEntries(known),
      remoteAddress: socket.remoteAddress ?? '',
      ...(body && { payload: body }),
    })
    const data = answer.body === '' ? {} : answer.json<Record<string, unknown>>()
    if (answer.statusCode >= 400) throw asToolError(data)
    return data
  }
