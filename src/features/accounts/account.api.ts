import { type Static, Type } from 'typebox'
import { readContext } from '../../platform/context.ts'
import { actorOf } from '../../platform/http/callers/authentication.ts'
import { CursorQuery, NextCursor } from '../../platform/http/input/cursor.ts'
import { sendJsonFile } from '../../platform/http/output/export.ts'
import { routes } from '../../platform/http/routes.ts'
import {
  Bool,
  Instant,
  NoContent,
  Nullable,
  named,
  OneOf,
  Str,
} from '../../platform/http/schema.ts'
import { AccountChanges, AccountExport, AccountUser } from './account.schema.ts'
import { exportAccount, prepareAccountDeletion, retrieveAccount, updateAccount } from './account.ts'
import { KeyId, keyLimits } from './keys.schema.ts'
import { clearSessionCookie, listSessions, revokeSession } from './sessions.ts'

const SessionId = Str(
  'Session id. It is not a credential: the token of the session is only in its cookie.',
  'ses_01JB0000000000000000000000',
)

export const AccountSchema = named(
  'Account',
  Type.Object({
    user: AccountUser,
    default_organization_id: Str(
      'The organization that is used when a request names no organization.',
      'org_01JB0000000000000000000000',
    ),
    key: Nullable(
      Type.Object({ id: KeyId, ...keyLimits }),
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
    mail_configured: Bool(
      'Whether a mail server is set (`QPR_SMTP_URL`). Without one nobody receives mails: pass ' +
        'on invitation links yourself.',
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
    search_by_meaning: OneOf(
      ['none', 'english', 'all'],
      'Whether sources are also searched by meaning: not at all, for texts in English (the ' +
        'package `qpr-embedding-model`), or for all languages (`QPR_AI_EMBEDDING_MODEL`).',
      'english',
    ),
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
          Instant('When the session was last used, to the minute; null: not since it began.'),
        ),
        created_at: Instant('When the session began.'),
        expires_at: Instant('When the session expires.'),
      }),
    ),
    { description: 'Sessions that have not ended, newest first.' },
  ),
  next_cursor: NextCursor,
})

const SessionPath = Type.Object({ id: SessionId })

/** Facts about the service that clients read first. */
export type ServiceFacts = Omit<
  Static<typeof AccountSchema>,
  'user' | 'default_organization_id' | 'key' | 'session_id'
>

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
    read: (context) => retrieveAccount(context),
  })

  app.patch('/v1/account', {
    operationId: 'updateAccount',
    summary: 'Change the account',
    description:
      'Omitted fields stay unchanged. A new address counts once it is confirmed. Changing the ' +
      'address needs a session; the name also a key without limits.',
    errors: {
      403:
        'A key changes the address (`session_required`), the key has a limit ' +
        '(`key_is_narrowed`), or the current address is not confirmed (`address_unconfirmed`).',
      409: 'The address comes from the sign-in service of a company (`company_account`).',
      429: 'Too many mails within this hour (`too_many_mails`).',
    },
    body: AccountChanges,
    response: { 200: AccountSchema },
    change: (change, request) => updateAccount(change, request.body),
  })

  app.delete('/v1/account', {
    operationId: 'deleteAccount',
    summary: 'Delete the account',
    description:
      'Deletes the user with their memberships, keys and sessions, permanently. Their default ' +
      'organization goes with them when nobody else is in it. Needs a session.',
    errors: {
      403: 'The request has a key (`session_required`).',
      409:
        'Organizations would be without an owner (`last_owner`, with `organizations`), or the ' +
        'default organization has a paid subscription (`subscription_running`).',
      503:
        'The database cannot be reached, or Stripe cannot be reached for an organization ' +
        'that has paid.',
    },
    response: { 204: NoContent },
    handler: async (request, reply) => {
      const context = readContext(server.service, actorOf(request))
      await server.change(request, reply, { prepare: () => prepareAccountDeletion(context) })
      clearSessionCookie(server.service, reply)
    },
  })

  app.get('/v1/account/export', {
    operationId: 'exportAccount',
    summary: 'Export the account',
    description:
      'Everything that is stored about you, as a file. What you changed in an organization is ' +
      'in it; the data of the organization is not. Needs a session, or a key without limits.',
    errors: { 403: 'The key has a limit (`key_is_narrowed`).' },
    response: { 200: AccountExport },
    handler: async (request, reply) => {
      const context = readContext(server.service, actorOf(request))
      return sendJsonFile(reply, 'account', await exportAccount(context))
    },
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
