import { Type } from 'typebox'
import { roles } from '#contract/roles.ts'
import { NextCursor } from '../http/input/cursor.schema.ts'
import { Nullable, named, Time } from '../http/schema.ts'

const SessionId = Type.String({
  description:
    'Session id. It is not a credential: the token of the session is only in its cookie.',
  examples: ['ses_01JB0000000000000000000000'],
})

export const AccountSchema = named(
  'Account',
  Type.Object({
    user: Type.Object(
      {
        id: Type.String({ description: 'User id.', examples: ['usr_01JB0000000000000000000000'] }),
        email: Type.String({
          description: 'The e-mail address of the user.',
          examples: ['ana@example.com'],
        }),
      },
      { description: 'The user of the key or the session.' },
    ),
    default_organization_id: Type.String({
      description: 'The organization that is used when a request names no organization.',
      examples: ['org_01JB0000000000000000000000'],
    }),
    key: Nullable(
      Type.Object({
        id: Type.String({ description: 'Key id.', examples: ['key_01JB0000000000000000000000'] }),
        organization_id: Nullable(
          Type.String({ examples: ['org_01JB0000000000000000000000'] }),
          'The organization that the key is limited to; null: all organizations of the user.',
        ),
        role: Nullable(
          Type.Enum(roles),
          'The maximum role of the key; null: the role of the user.',
        ),
        expires_at: Nullable(Time('An instant.'), 'When the key expires; null: never.'),
      }),
      'The key of this request and its limits; null for a session.',
    ),
    session_id: Nullable(SessionId, 'The session of this request; null for a key.'),
    base_url: Type.String({
      description: 'The public address of the service.',
      examples: ['https://qpr.example'],
    }),
    scan_host: Type.String({
      description: 'The address that printed codes open.',
      examples: ['https://qpr.example'],
    }),
    scan_host_is_public: Type.Boolean({
      description:
        'Whether phones on other networks can reach the scan host. Do not print codes while ' +
        'this is false: a printed code cannot be changed.',
      examples: [true],
    }),
    version: Type.String({ description: 'The version of the service.', examples: ['0.1.0'] }),
    model: Type.String({
      description: 'The model of codes that name no model: `provider:model`, or `demo`.',
      examples: ['openai:gpt-4.1-mini'],
    }),
    models: Type.Array(
      Type.String({ description: 'A model.', examples: ['openai:gpt-4.1-mini'] }),
      {
        description: 'The models that a code may name.',
        examples: [['openai:gpt-4.1-mini']],
      },
    ),
    currency: Type.String({
      description: 'The currency of all costs, an ISO 4217 code (`QPR_AI_CURRENCY`).',
      examples: ['USD'],
    }),
    demo: Type.Boolean({
      description: 'Whether the built-in demo responder answers, because no model is configured.',
      examples: [false],
    }),
  }),
)

export const SessionList = Type.Object({
  sessions: Type.Array(
    named(
      'Session',
      Type.Object({
        id: SessionId,
        browser: Nullable(
          Type.String({ examples: ['Firefox on Windows'] }),
          'Browser and system of the session; null if unknown.',
        ),
        current: Type.Boolean({
          description: 'Whether this is the session of the request.',
          examples: [true],
        }),
        last_used_at: Nullable(
          Time('An instant.'),
          'When the session was last used, to the minute; null: not since it began.',
        ),
        created_at: Time('When the session began.'),
        expires_at: Time('When the session expires.'),
      }),
    ),
    { description: 'Sessions that have not ended, newest first.' },
  ),
  next_cursor: NextCursor,
})

export const SessionPath = Type.Object({ id: SessionId })
