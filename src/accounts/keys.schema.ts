import { type Static, Type } from 'typebox'
import { CursorQuery, NextCursor } from '../http/input/cursor.schema.ts'
import { Nullable, named, Text, Time } from '../http/schema.ts'

const roles = ['owner', 'admin', 'editor', 'viewer'] as const

const KeyId = Type.String({ description: 'Key id.', examples: ['key_01JB0000000000000000000000'] })
const KeyName = Text(200, {
  description: 'What the key is for, 1 to 200 characters.',
  examples: ['Point of sale'],
})

const keyFields = {
  id: KeyId,
  name: KeyName,
  last_used_at: Nullable(Time('An instant.'), 'When it was last used, to a minute.'),
  revoked: Type.Boolean({ description: 'Whether it was revoked.', examples: [false] }),
  created_at: Time('When it was made.'),
}

const reachFields = {
  user_email: Type.String({ description: 'Whose key it is.', examples: ['ana@example.com'] }),
  organization_id: Nullable(
    Type.String({ examples: ['org_01JB0000000000000000000000'] }),
    'The one organization it is narrowed to, or null.',
  ),
  role: Nullable(Type.Enum(roles), 'The role it is narrowed to, or null.'),
  expires_at: Nullable(Time('An instant.'), 'When it expires, or null.'),
}

export const KeySchema = named(
  'ApiKey',
  Type.Object({
    ...keyFields,
    ...Type.Partial(Type.Object(reachFields)).properties,
  }),
)

export const KeyDetail = named('ApiKeyDetail', Type.Object({ ...keyFields, ...reachFields }))

export const KeyWithText = named(
  'ApiKeyWithText',
  Type.Object({
    id: KeyId,
    name: KeyName,
    key: Type.String({
      description: 'The text of the key. It is shown in this answer only: keep it.',
      examples: ['qpr_sk_0123456789ABCDEFGHIJKLMNOPQRSTUVabcdef'],
    }),
    created_at: Time('When the key was made.'),
  }),
)

export const NewKey = Type.Object({
  name: KeyName,
  organization_id: Type.Optional(
    Type.String({
      format: 'text',
      maxLength: 100,
      description: 'Narrows the key to this organization (id or slug).',
      examples: ['harbour-hotels'],
    }),
  ),
  role: Type.Optional(
    Type.Enum(roles, { description: 'Narrows the key to this role.', examples: ['viewer'] }),
  ),
  expires_at: Type.Optional(
    Time('When the key expires; it must lie in the future.', '2099-12-31T23:59:59.000Z'),
  ),
})
export type NewKey = Static<typeof NewKey>

export const KeyList = Type.Object({
  keys: Type.Array(KeySchema, { description: 'The keys, newest first.' }),
  next_cursor: NextCursor,
})

export const KeyQuery = Type.Object({
  ...CursorQuery.properties,
  organization_id: Type.Optional(
    Type.String({
      format: 'text',
      maxLength: 100,
      description:
        'Shows the keys narrowed to this organization: all of them to owners and admins, your ' +
        'own to others. Without it: all keys of your own.',
      examples: ['harbour-hotels'],
    }),
  ),
  view: Type.Enum(['brief', 'full'], {
    default: 'brief',
    description: '`full` adds whose each key is, and what it is narrowed to.',
    examples: ['brief'],
  }),
})
export type KeyQuery = Static<typeof KeyQuery>

export const Rotation = Type.Object({
  grace_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 604_800,
      default: 86_400,
      description: 'How long the former text still works: 0 to 604,800, default 86,400.',
      examples: [3600],
    }),
  ),
})

export const KeyPath = Type.Object({ id: KeyId })
