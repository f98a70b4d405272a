import { Type } from 'typebox'
import { roles } from '#contract/roles.ts'
import type { Actor } from '../../platform/context.ts'
import { actorOf } from '../../platform/http/callers/authentication.ts'
import { CursorQuery, NextCursor } from '../../platform/http/input/cursor.ts'
import { routes } from '../../platform/http/routes.ts'
import { Bool, NoContent, Nullable, named, Str, Time } from '../../platform/http/schema.ts'
import { isoTimeOrNull } from '../../platform/kit/clock.ts'
import { clearSessionCookie, listSessions, revokeSession } from './sessions.ts'

const SessionId = Str(
  'Session id. It is not a credential: the token of the session is only in its cookie.',
  'ses_01JB0000000000000000000000',
)

export const AccountSchema = named(
  'Account',
  Type.Object({
    user: Type.Object(
      {
        id: Str('User id.', 'usr_01JB0000000000000000000000'),
        email: Str('The e-mail address of the user.', 'ana@example.com'),
      },
      { description: 'The user of the key or the session.' },
    ),
    default_organization_id: Str(
      'The organization that is used when a request names no organization.',
      'org_01JB0000000000000000000000',
    ),
    key: Nullable(
      Type.Object({
        id: Str('Key id.', 'key_01JB0000000000000000000000'),
        organization_id: Nullable(
          Str(
            'The organization that the key is limited to; null: all organizations of the user.',
            'org_01JB0000000000000000000000',
          ),
        ),
        role: Nullable(
          Type.Enum(roles),
          'The maximum role of the key; null: the role of the user.',
        ),
        expires_at: Nullable(Time('When the key expires; null: never.')),
      }),
      'The key of this request and its limits; null for a session.',
    ),
    session_id: Nullable(SessionId, 'The session of this request; null for a key.'),
    base_url: Str('The public address of the service.', 'https://qpr.example'),
    scan_host: Str('The address that printed codes open.', 'https://qpr.example'),
    scan_host_is_public: Bool(
      'Whether phones on other networks can reach the scan host. Do not print codes while ' +
        'this is false: a printed code cannot be changed.',
      true,
    ),
    version: Str('The version of the service.', '0.1.0'),
    model: Str(
      'The model of codes that name no model: `provider:model`, or `demo`.',
      'openai:gpt-4.1-mini',
    ),
    models: Type.Array(Str('A model.', 'openai:gpt-4.1-mini'), {
      description: 'The models that a code may name.',
      examples: [['openai:gpt-4.1-mini']],
    }),
    currency: Str('The currency of all costs, an ISO 4217 code (`QPR_AI_CURRENCY`).', 'USD'),
    demo: Bool(
      'Whether the built-in demo responder answers, because no model is configured.',
      false,
    ),
  }),
)

export const SessionList = Type.Object({
  sessions: Type.Array(
    named(
      'Session',
      Type.Object({
        id: SessionId,
        browser: Nullable(
          Str('Browser and system of the session; null if unknown.', 'Firefox on Windows'),
        ),
        current: Bool('Whether this is the session of the request.', true),
        last_used_at: Nullable(
          Time('When the session was last used, to the minute; null: not since it began.'),
        ),
        created_at: Time('When the session began.'),
        expires_at: Time('When the session expires.'),
      }),
    ),
    { description: 'Sessions that have not ended, newest first.' },
  ),
  next_cursor: NextCursor,
})

const SessionPath = Type.Object({ id: SessionId })

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
