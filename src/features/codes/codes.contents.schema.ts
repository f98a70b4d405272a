import { type Static, type TOptional, Type } from 'typebox'
import { dotShapes, eyeShapes, levels, margins } from '#contract/image-styles.ts'
import { type ScanLanguage, scanLanguages } from '#contract/languages.ts'
import { maxItems, maxLength, originPattern } from '#contract/limits.ts'
import { Cursor, NextCursor } from '../../platform/http/input/cursor.ts'
import {
  Color,
  Contact,
  Int,
  Limit,
  Metadata,
  Nullable,
  OneOf,
  OrganizationId,
  Str,
  Text,
} from '../../platform/http/schema.ts'
import { HandoffSchema } from '../organizations/handoffs.schema.ts'
import { LeadFormSchema, TranslatedFormSchema } from './lead-form.ts'

const WelcomeMessage = Text(
  maxLength.welcomeMessage,
  'The first message that a visitor sees, up to 2,000 characters. Default: a greeting.',
  'Welcome to the Harbour Hotel. What can I do for you?',
)
const Suggestions = Type.Array(Text(maxLength.suggestion, 'A question.', 'When is breakfast?'), {
  maxItems: maxItems.suggestions,
  description: 'Up to four questions that the page suggests.',
  examples: [['When is breakfast?']],
})
export const Style = Type.Object(
  {
    color: Type.Optional(Color('The modules.', '#0f6b5c')),
    background: Type.Optional(
      Color('The background color; its contrast to the modules must be at least 4:1.', '#ffffff'),
    ),
    dots: Type.Optional(Type.Enum(dotShapes, { description: 'The shape of the modules.' })),
    eyes: Type.Optional(
      Type.Enum(eyeShapes, { description: 'The shape of the three eyes (finder patterns).' }),
    ),
    margin: Type.Optional(Int('The quiet zone in modules, 4 to 16.', 4, { ...margins })),
    level: Type.Optional(Type.Enum(levels, { description: 'The level of error correction.' })),
  },
  {
    description: 'The style of the image; null: the default style.',
    examples: [{ color: '#0f6b5c', dots: 'rounded' }],
  },
)

export type { Contact }
export type CodeStyle = Static<typeof Style>
export const ModelId = Str(
  'The model that answers, as `provider:model`, one of `models` of `GET /v1/account`; null: ' +
    'the default model. If a saved model is no longer in that list, the default model answers.',
  'ollama:llama3.2',
  {
    maxLength: 200,
    // Without # and ?.
    pattern: '^[a-z]+:[\\x21\\x22\\x24-\\x3e\\x40-\\x7e]+$',
  },
)

const Language = OneOf(
  scanLanguages,
  'The language in which the page opens; the visitor can choose another one. Null: the language ' +
    'of the visitor.',
  'de',
)

export const aboutTitle =
  'The public title, which visitors see instead of the name. 1 to 200 characters. Default: the name.'
export const Title = Text(maxLength.name, aboutTitle, 'Harbour Hotel · Reception')

const Translation = Type.Object(
  {
    title: Type.Optional(Title),
    welcome_message: Type.Optional(WelcomeMessage),
    suggestions: Type.Optional(Suggestions),
    lead_form: Type.Optional(TranslatedFormSchema),
  },
  {
    description: 'The texts in this language. A missing text is shown as in the code itself.',
    examples: [{ title: 'Hôtel du Port', welcome_message: 'Bienvenue !' }],
  },
)
const Translations = Type.Object(
  Object.fromEntries(
    scanLanguages.map((language) => [language, Type.Optional(Translation)]),
  ) as Record<ScanLanguage, TOptional<typeof Translation>>,
  {
    description:
      'Title, welcome message, suggestions and form in other languages, by language. A visitor whose ' +
      'language has no text sees the text of the code itself. Sent as a whole: it replaces all ' +
      'translations.',
    examples: [{ fr: { title: 'Hôtel du Port', welcome_message: 'Bienvenue !' } }],
  },
)

const EmbedOrigins = Type.Array(
  Str('The origin of a site: scheme and host, without a path.', 'https://www.example.com', {
    maxLength: maxLength.origin,
    pattern: originPattern,
  }),
  {
    maxItems: maxItems.origins,
    uniqueItems: true,
    description:
      'The sites that may show the conversation in a panel, with `embed.js`. Up to 20 origins, ' +
      'without wildcards. Default: none.',
    examples: [['https://www.example.com']],
  },
)

export const Tag = Text(maxLength.tag, 'A tag, 1 to 40 characters.', 'terrace')

export const TagList = Type.Array(Tag, {
  maxItems: maxItems.tags,
  description:
    'Up to 20 tags, in your order. White space around a tag is removed; a tag that differs only ' +
    'in case is kept once.',
  examples: [['terrace', 'season 2026']],
})

/** Optional in a request, and always in the detail view. A new field of a code is added here. */
export const Contents = Type.Object({
  welcome_message: WelcomeMessage,
  metadata: Metadata,
  suggestions: Suggestions,
  contact: Nullable(Contact),
  style: Nullable(Style),
  model: Nullable(ModelId),
  language: Nullable(Language),
  title: Title,
  translations: Translations,
  tags: TagList,
  embed_origins: EmbedOrigins,
  handoff: Nullable(
    HandoffSchema,
    'How visitors of this code reach a person; null: as the organization’s `handoff` says.',
  ),
  lead_form: Nullable(LeadFormSchema),
})
export type CodeContents = Static<typeof Contents>

export const TagQuery = Type.Object({
  organization_id: OrganizationId,
  q: Type.Optional(Text(maxLength.tag, 'Only tags that begin with this text.', 'ter')),
  limit: Limit(100, 500),
  cursor: Cursor,
})
export type TagQuery = Static<typeof TagQuery>

export const PageOfTags = Type.Object({
  tags: Type.Array(
    Type.Object({
      tag: Str('The tag.', 'terrace'),
      codes_count: Int('Number of codes with this tag, archived ones included.', 12),
    }),
    { description: 'One page of tags, in alphabetical order.' },
  ),
  next_cursor: NextCursor,
})
