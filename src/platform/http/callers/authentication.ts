import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../../context.ts'
import { problem } from '../problem.ts'
import { requireOwnOrigin } from './origin.ts'

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

const missingKey = () =>
  problem(
    401,
    'missing_key',
    'Send an API key in the header "Authorization: Bearer <key>".',
    challenge,
  )

const unknownKey = () =>
  problem(401, 'unknown_key', 'This API key is unknown, expired or revoked.', challenge)

const endedSession = () =>
  problem(401, 'session_ended', 'This session has ended. Sign in again.', challenge)

/** For a change that must not be made by a caller whose key or session has just ended. */
export const endedActor = ({ keyId }: Actor) => (keyId === null ? endedSession() : unknownKey())

interface AuthenticationOptions {
  authenticator: Authenticator
  sessionCookie: (request: FastifyRequest) => string | undefined
  origin: string
}

/**
 * Every route of the encapsulated `app` needs a key or a session. A key takes precedence. A caller who
 * sends the body later is checked again: a request that was begun before must not outlive its key.
 */
export const requireActor = (app: FastifyInstance, options: AuthenticationOptions) => {
  const awaited = new WeakSet<FastifyRequest>()
  app.addHook('onRequest', async (request) => {
    request.actor = await authenticate(request, options)
    if (!request.raw.complete) awaited.add(request)
  })
  app.addHook('preValidation', async (request) => {
    if (awaited.has(request)) request.actor = await authenticate(request, options)
  })
}

const authenticate = async (
  request: FastifyRequest,
  { authenticator, sessionCookie, origin }: AuthenticationOptions,
): Promise<Actor> => {
  const { authorization } = request.headers
  if (authorization !== undefined) {
    const key = /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
    const actor = key ? await authenticator.byKey(key) : null
    if (!actor) throw unknownKey()
    return actor
  }
  const token = sessionCookie(request)
  if (!token) throw missingKey()
  const actor = await authenticator.bySession(token)
  if (!actor) throw endedSession()
  requireOwnOrigin(request, origin)
  return actor
}
