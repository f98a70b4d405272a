import type { FastifyRequest } from 'fastify'
import type { Role } from '../../store/tables.ts'
import { problem } from '../problem.ts'

/** The caller, and the permissions of its key or session. */
export interface Actor {
  userId: string
  email: string
  /** Used when a request names no organization. */
  defaultOrganizationId: string
  /** Null for a session. */
  keyId: string | null
  keyName: string | null
  /** The hash of the key value, to check later whether that value is still valid. */
  keyTextHash: string | null
  /** The token of the session, to check later whether the session is still valid. */
  sessionToken: string | null
  /** Null for a key. */
  sessionId: string | null
  /** A restricted key reaches only this organization. */
  organizationId: string | null
  /** An upper limit for the role of the user in an organization. */
  role: Role | null
  expiresAt: number | null
}

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
