import type { FastifyRequest } from 'fastify'
import type { Role } from '../../storage/tables.ts'
import { problem } from '../problem.ts'

/** Who is asking, and how far this key or session reaches. */
export interface Actor {
  userId: string
  email: string
  /** Meant where a request names no organization. */
  defaultOrganizationId: string
  /** Null for a session. */
  keyId: string | null
  /** Of the text that the key was sent as, to see later whether that text is still valid. */
  keyTextHash: string | null
  /** The cookie of a session, to see later whether it still lasts. */
  sessionToken: string | null
  /** Null for a key. */
  sessionId: string | null
  /** A narrowed key reaches this organization only. */
  organizationId: string | null
  /** A ceiling over the role that the user has in an organization. */
  role: Role | null
  expiresAt: number | null
}

/** The slice of accounts answers this; the plumbing does not know how. */
export interface Authenticator {
  /** By the text of an API key. */
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
