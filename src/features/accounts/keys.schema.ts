import { type Static, Type } from 'typebox'
import { roles } from '#contract/roles.ts'
import { CursorQuery, NextCursor } from '../../platform/http/input/cursor.ts'
import {
  Bool,
  GivenId,
  Instant,
  Int,
  Nullable,
  named,
  OneOf,
  Str,
  Text,
} from '../../platform/http/schema.ts'

export const KeyId = Str('Key id.', 'key_01JB0000000000000000000000')
const KeyName = Text(200, 'What the key is for, 1 to 200 characters.', 'Point of sale')

const keyFields = {
  id: KeyId,
  name: KeyName,
  last_used_at: Nullable(Instant('When the key was last used, to the minute; null: never.')),
  revoked: Bool('Whether the key was revoked.', false),
  created_at: Instant('When the key was created.'),
}

export const keyLimits = {
  organization_id: Nullable(
    Str(
      'The organization that the key is limited to; null: all organizations of the user.',
      'org_01JB0000000000000000000000',
    ),
  ),
  role: Nullable(Type.Enum(roles), 'The maximum role of the key; null: the role of the user.'),
  expires_at: Nullable(Instant('When the key expires; null: never.')),
}

const reachFields = {
  user_email: Str('The user of the key.', 'ana@example.com'),
  ...keyLimits,
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
    key: Str(
      'The key value. It is shown only in this response: store it safely.',
      'qpr_sk_0123456789ABCDEFGHIJKLMNOPQRSTUVabcdef',
    ),
    created_at: Instant('When the key was created.'),
  }),
)

export const NewKey = Type.Object({
  name: KeyName,
  organization_id: GivenId(
    'Limits the key to this organization (id or slug). Default: all your organizations.',
    'harbour-hotels',
  ),
  role: Type.Optional(
    OneOf(
      roles,
      'The maximum role of the key. Default: your own role in each organization.',
      'viewer',
    ),
  ),
  expires_at: Type.Optional(
    Instant(
      'When the key expires; it must be in the future. Default: never.',
      '2099-12-31T23:59:59.000Z',
    ),
  ),
})
export type NewKey = Static<typeof NewKey>

export const KeyList = Type.Object({
  keys: Type.Array(KeySchema, { description: 'The keys, newest first.' }),
  next_cursor: NextCursor,
})

export const KeyQuery = Type.Object({
  ...CursorQuery.properties,
  organization_id: GivenId(
    'Lists the keys that are limited to this organization (id or slug): all of them for ' +
      'owners and admins, your own for others. Default: all your own keys.',
    'harbour-hotels',
  ),
  view: OneOf(['brief', 'full'], '`full` adds the user and the limits of each key.', 'brief', {
    default: 'brief',
  }),
})
export type KeyQuery = Static<typeof KeyQuery>

export const Rotation = Type.Object({
  grace_seconds: Type.Optional(
    Int(
      'Seconds for which the previous value keeps working, 0 to 604,800. Default: 86,400.',
      3600,
      { minimum: 0, maximum: 604_800, default: 86_400 },
    ),
  ),
})

export const KeyPath = Type.Object({ id: KeyId })
