import { type Actor, actorOf } from '../../platform/http/callers/actor.ts'
import { CursorQuery } from '../../platform/http/input/cursor.schema.ts'
import { routes } from '../../platform/http/routes.ts'
import { NoContent } from '../../platform/http/schema.ts'
import { isoTimeOrNull } from '../../platform/kit/clock.ts'
import { AccountSchema, SessionList, SessionPath } from './account.schema.ts'
import { clearSessionCookie, listSessions, revokeSession } from './sessions.ts'

/** Facts about the service that clients read first. */
export interface ServiceFacts {
  base_url: string
  scan_host: string
  scan_host_is_public: boolean
  version: string
  model: string
  models: string[]
  currency: string
  demo: boolean
}

declare module '../../platform/context.ts' {
  interface Service {
    /** Called for each request, because the answering model may change. */
    facts(): ServiceFacts
  }
}

export const accountRoutes = routes('Account', (app, server) => {
  app.get('/v1/account', {
    operationId: 'getAccount',
    summary: 'Retrieve the account',
    description:
      'Returns the user of the key or the session, the limits of the key, and the facts ' +
      'about the service that a client needs at its start.',
    response: { 200: AccountSchema },
    read: async ({ actor, service }) => asAccount(actor, service.facts()),
  })

  app.get('/v1/sessions', {
    operationId: 'listSessions',
    summary: 'List your sessions',
    description:
      'The browsers in which you are signed in. Empty for a key that has a limit ' +
      '(organization, role or expiry).',
    querystring: CursorQuery,
    response: { 200: SessionList },
    read: (context, request) => listSessions(context, request.query),
  })

  app.delete('/v1/sessions/:id', {
    operationId: 'revokeSession',
    summary: 'End a session',
    description:
      'The session and its live streams end immediately. Ending the current session signs ' +
      'you out. Not available to a key that has a limit (organization, role or expiry).',
    params: SessionPath,
    response: { 204: NoContent },
    handler: async (request, reply) => {
      const { id } = request.params
      await server.change(request, reply, (change) => revokeSession(change, id))
      if (id === actorOf(request).sessionId) clearSessionCookie(server.service, reply)
    },
  })
})

const asAccount = (actor: Actor, facts: ServiceFacts) => ({
  user: { id: actor.userId, email: actor.email },
  default_organization_id: actor.organizationId ?? actor.defaultOrganizationId,
  key:
    actor.keyId === null
      ? null
      : {
          id: actor.keyId,
          organization_id: actor.organizationId,
          role: actor.role,
          expires_at: isoTimeOrNull(actor.expiresAt),
        },
  session_id: actor.sessionId,
  ...facts,
})
