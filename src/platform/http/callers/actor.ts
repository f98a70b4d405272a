import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../context.ts'
import { problem } from '../problem.ts'

export type { Actor }

/** Implemented by the accounts slice. */
export interface Authenticator {
  /** By the value of an API key. */
  byKey(key: string): Promise<Actor | null>
  /** By the value of the session cookie. */
  bySession(token: string): Promise<Actor | null>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on the routes that need no authentication. */
    actor: Actor | null
  }
}

export const actorOf = (request: FastifyRequest): Actor => {
  if (!request.actor) throw new Error(`${request.routeOptions.url} is open, it has no actor`)
  return request.actor
}

const challenge = { headers: { 'WWW-Authenticate': 'Bearer' } }

export const missingKey = () =>
  problem(
    401,
    'missing_key',
    'Send an API key in the header "Authorization: Bearer <key>".',
    challenge,
  )

export const unknownKey = () =>
  problem(401, 'unknown_key', 'This API key is unknown, expired or revoked.', challenge)

export const endedSession = () =>
  problem(401, 'session_ended', 'This session has ended. Sign in again.', challenge)
