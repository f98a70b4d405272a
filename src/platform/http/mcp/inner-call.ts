import type { FastifyInstance, FastifyRequest } from 'fastify'
import { headersOfProxies } from '../limits/address-limit.ts'
import { asToolError } from './tool.ts'

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
