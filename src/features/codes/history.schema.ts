import { type Static, Type } from 'typebox'
import type { Translations } from '#contract/translations.ts'
import { Cursor, NextCursor } from '../../platform/http/input/cursor.ts'
import { Int, Limit, Nullable, named, Str, Time } from '../../platform/http/schema.ts'

const listed = {
  version: Int('The number of the version, counted from 1.', 3),
  fields: Type.Array(Str('The name of a field.', 'prompt'), {
    description: 'The fields that the change replaced.',
    examples: [['prompt']],
  }),
  changed_at: Time('When this version was replaced.'),
  user_id: Nullable(
    Str('The user who replaced it; null: the code was in another organization.', 'usr_01JB'),
  ),
  email: Nullable(Str('The e-mail address of the user at that time.', 'ana@example.com')),
  key_id: Nullable(Str('The API key of the change; null: none was used.', 'key_01JB')),
  key_name: Nullable(Str('The name of the key at that time.', 'Website')),
}

const Texts = named(
  'CodeTexts',
  Type.Object({
    prompt: Str('The system prompt.', 'You are the concierge of the Harbour Hotel.'),
    welcome_message: Nullable(
      Str('The welcome message; null: the default greeting.', 'Welcome to the Harbour Hotel.'),
    ),
    suggestions: Type.Array(Str('A question.', 'When is breakfast?'), {
      description: 'The suggested questions.',
      examples: [['When is breakfast?']],
    }),
    title: Nullable(Str('The public title; null: the name of the code.', 'Harbour Hotel')),
    translations: Type.Unsafe<Translations>({
      type: 'object',
      additionalProperties: true,
      description: 'The texts in other languages, as in the code.',
      examples: [{ fr: { title: 'Hôtel du Port' } }],
    }),
  }),
)

const VersionItem = named('CodeVersion', Type.Object(listed))

export const VersionDetail = named(
  'CodeVersionDetail',
  Type.Object({ ...listed, before: Texts, after: Texts }),
)

export const VersionPage = Type.Object({
  versions: Type.Array(VersionItem, { description: 'One page of versions, newest first.' }),
  next_cursor: NextCursor,
})

export const VersionQuery = Type.Object({ limit: Limit(50, 100), cursor: Cursor })
export type VersionQuery = Static<typeof VersionQuery>

export const VersionPath = Type.Object({
  id: Str('The id or the short id of the code.', 'k3v9x0pz'),
  version: Str('The number of the version.', '3', { pattern: '^[1-9][0-9]{0,8}$' }),
})
