import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Actor, type Authenticator, endedSession, missingKey, unknownKey } from './actor.ts'
import { requireOwnOrigin } from './origin.ts'

interface AuthenticationOptions {
  authenticator: Authenticator
  sessionCookie: (request: FastifyRequest) => string | undefined
  origin: string
}

/** Every route of the encapsulated `app` needs a key or a session. A key takes precedence. */
export const requireActor = (app: FastifyInstance, options: AuthenticationOptions) => {
  app.addHook('onRequest', async (request) => {
    request.actor = await authenticate(request, options)
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
