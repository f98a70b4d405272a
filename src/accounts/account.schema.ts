import { Type } from 'typebox'
import { NextCursor } from '../http/input/cursor.schema.ts'
import { Nullable, named, Time } from '../http/schema.ts'

const SessionId = Type.String({
  description: 'Session id. It opens nothing: the token of a session is in its cookie alone.',
  examples: ['ses_01JB0000000000000000000000'],
})

export const AccountSchema = named(
  'Account',
  Type.Object({
    user: Type.Object(
      {
        id: Type.String({ description: 'User id.', examples: ['usr_01JB0000000000000000000000'] }),
        email: Type.String({ description: 'Their address.', examples: ['ana@example.com'] }),
      },
      { description: 'Who is asking.' },
    ),
    default_organization_id: Type.String({
      description: 'The organization that is meant where a request names none.',
      examples: ['org_01JB0000000000000000000000'],
    }),
    key: Nullable(
      Type.Object({
        id: Type.String({ description: 'Key id.', examples: ['key_01JB0000000000000000000000'] }),
        organization_id: Nullable(
          Type.String({ examples: ['org_01JB0000000000000000000000'] }),
          'The one organization it is narrowed to, or null.',
        ),
        role: Nullable(
          Type.Enum(['owner', 'admin', 'editor', 'viewer']),
          'The role it is narrowed to, or null.',
        ),
        expires_at: Nullable(Time('An instant.'), 'When it expires, or null.'),
      }),
      'The key that asks, and what it is narrowed to; null for a session.',
    ),
    session_id: Nullable(SessionId, 'The session that asks; null for a key.'),
    base_url: Type.String({
      description: 'The public address of the service.',
      examples: ['https://qpr.example'],
    }),
    scan_host: Type.String({
      description: 'What printed codes lead to.',
      examples: ['https://qpr.example'],
    }),
    scan_host_is_public: Type.Boolean({
      description:
        'Whether phones elsewhere reach the scan host. While they do not, nothing should be ' +
        'printed: a printed code cannot be changed.',
      examples: [true],
    }),
    version: Type.String({ description: 'Of the service.', examples: ['0.1.0'] }),
    model: Type.String({
      description: 'What answers for a code that names no model: `provider:model`, or `demo`.',
      examples: ['openai:gpt-4.1-mini'],
    }),
    models: Type.Array(
      Type.String({ description: 'A model.', examples: ['openai:gpt-4.1-mini'] }),
      {
        description: 'The models that a code may name.',
        examples: [['openai:gpt-4.1-mini']],
      },
    ),
    demo: Type.Boolean({
      description: 'Whether that is the built-in demo responder, for want of a model.',
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
          'What it was opened with, or null where that is not known.',
        ),
        current: Type.Boolean({
          description: 'Whether it is the session that asks.',
          examples: [true],
        }),
        last_used_at: Nullable(
          Time('An instant.'),
          'When it was last used, to a minute; null: not since it was opened.',
        ),
        created_at: Time('When it was opened.'),
        expires_at: Time('When it ends by itself.'),
      }),
    ),
    { description: 'Those that have not ended, newest first.' },
  ),
  next_cursor: NextCursor,
})

export const SessionPath = Type.Object({ id: SessionId })
