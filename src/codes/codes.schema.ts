import { type Static, type TOptional, Type } from 'typebox'
import { dotShapes, eyeShapes, levels, margins } from '#contract/image-styles.ts'
import { type ScanLanguage, scanLanguages } from '#contract/languages.ts'
import { maxItems, maxLength, originPattern } from '#contract/limits.ts'
import { codeSorts, codeStatuses } from '#contract/statuses.ts'
import { templates } from '#contract/templates.ts'
import { Color, Contact } from '../http/input/contact.schema.ts'
import { pageQuery } from '../http/input/cursor.schema.ts'
import {
  Bool,
  GivenId,
  Int,
  Metadata,
  Nullable,
  named,
  OneOf,
  OrganizationId,
  Str,
  Text,
  Time,
} from '../http/schema.ts'
import { Tag, TagList } from './tags/tags.schema.ts'

const CodeId = Str('Unique id.', 'qpr_01JB0000000000000000000000')
const Name = Text(maxLength.name, 'Human-readable name, 1 to 200 characters.', 'Harbour Hotel')
const ShortId = Str('Short id, part of the scan address and the image addresses.', 'k3v9x0pz')
const ScanUrl = Str('The address that opens on a scan.', 'http://localhost:3000/s/k3v9x0pz')
const TemplateSchema = OneOf(
  templates,
  'The template of the code. Default: `business`.',
  'hospitality',
)
const Status = OneOf(
  codeStatuses,
  'A new code is `active`. `archived` closes its scan page, `active` opens it again.',
  'active',
)
const ScansTotal = Int('Number of scans so far.', 0)

const Prompt = Text(
  maxLength.prompt,
  'The system prompt: persona, behaviour, facts. 1 to 32,000 characters.',
  'You are the concierge of the Harbour Hotel. Breakfast is from 7 to 10:30.',
)
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
const Style = Type.Object(
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
const Model = Str(
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

const aboutTitle =
  'The public title, which visitors see instead of the name. 1 to 200 characters. Default: the name.'
const Title = Text(maxLength.name, aboutTitle, 'Harbour Hotel · Reception')

const Translation = Type.Object(
  {
    title: Type.Optional(Title),
    welcome_message: Type.Optional(WelcomeMessage),
    suggestions: Type.Optional(Suggestions),
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
      'Title, welcome message and suggestions in other languages, by language. A visitor whose ' +
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

/** Optional in a request, and always in the detail view. A new field of a code is added here. */
const Contents = Type.Object({
  welcome_message: WelcomeMessage,
  metadata: Metadata,
  suggestions: Suggestions,
  contact: Nullable(Contact),
  style: Nullable(Style),
  model: Nullable(Model),
  language: Nullable(Language),
  title: Title,
  translations: Translations,
  tags: TagList,
  embed_origins: EmbedOrigins,
})
export type CodeContents = Static<typeof Contents>

const codeFields = {
  id: CodeId,
  name: Name,
  short_id: ShortId,
  scan_url: ScanUrl,
  qr_image_url: Str('The image as PNG.', 'http://localhost:3000/qr/k3v9x0pz.png'),
  qr_svg_url: Str('The image as SVG.', 'http://localhost:3000/qr/k3v9x0pz.svg'),
  template: TemplateSchema,
  status: Status,
  scans_total: ScansTotal,
  metadata: Metadata,
  created_at: Time('When the code was created.'),
  updated_at: Time('When the code was last changed.'),
}

export const CodeSchema = named('QprCode', Type.Object(codeFields))

export const CodeDetail = named(
  'QprCodeDetail',
  Type.Object({
    ...codeFields,
    organization_id: Str('The organization of the code.', 'org_01JB0000000000000000000000'),
    prompt: Prompt,
    ...Contents.properties,
    has_logo: Bool('Whether the code has a logo: `GET …/logo` returns it.', false),
  }),
)

export const CodeListItem = named(
  'QprCodeListItem',
  Type.Object({
    id: CodeId,
    name: Name,
    short_id: ShortId,
    scan_url: ScanUrl,
    status: Status,
    scans_total: ScansTotal,
    created_at: Time('When the code was created.'),
    template: Type.Optional(TemplateSchema),
    updated_at: Type.Optional(Time('When the code was last changed; with `view=full`.')),
    organization_id: Type.Optional(
      Str('The organization of the code; with `view=full`.', 'org_01JB0000000000000000000000'),
    ),
    tags: Type.Optional(
      Type.Array(Tag, { description: 'The tags of the code; with `view=full`.' }),
    ),
  }),
)

const optionalFields = Type.Partial(
  Type.Object({
    template: TemplateSchema,
    ...Contents.properties,
    title: Nullable(Title, `${aboutTitle} Null: the name.`),
  }),
).properties

export const NewCode = Type.Object({
  name: Name,
  prompt: Prompt,
  ...optionalFields,
  organization_id: OrganizationId,
})
export type NewCode = Static<typeof NewCode>

export const BulkCodes = Type.Object({
  codes: Type.Array(Type.Object({ name: Name, prompt: Prompt, ...optionalFields }), {
    minItems: 1,
    maxItems: maxItems.codes,
    description:
      'Up to 500 codes, each with the fields of a single creation. All of them are created, or ' +
      'none.',
    examples: [
      [
        { name: 'Table 1', prompt: 'You are the host of a small café. We close at six.' },
        { name: 'Table 2', prompt: 'You are the host of a small café. We close at six.' },
      ],
    ],
  }),
  organization_id: OrganizationId,
})
export type BulkCodes = Static<typeof BulkCodes>

export const CodeChanges = Type.Object({
  name: Type.Optional(Name),
  prompt: Type.Optional(Prompt),
  ...optionalFields,
  status: Type.Optional(Status),
  organization_id: GivenId(
    'Moves the code to this organization (id or slug). You need the right to delete codes ' +
      'in the current organization and to create codes in the new one.',
    'harbour-hotels',
  ),
})
export type CodeChanges = Static<typeof CodeChanges>

export const CodeQuery = Type.Object({
  ...pageQuery(20, 100),
  status: OneOf(codeStatuses, 'Only active or only archived codes. Default: active.', 'active', {
    default: 'active',
  }),
  organization_id: OrganizationId,
  q: Type.Optional(Text(maxLength.search, 'Only codes whose name contains this text.', 'harbour')),
  tag: Type.Optional(
    Type.Array(Tag, {
      maxItems: maxItems.tags,
      description:
        'Only codes with this tag, regardless of case. Repeat it for codes with all of the tags.',
      examples: [['terrace']],
    }),
  ),
  sort: OneOf(
    codeSorts,
    'The order: by creation, name, last change, or number of scans. By name, `Table 2` comes before ' +
      '`Table 10`.',
    'newest',
    { default: 'newest' },
  ),
  view: OneOf(
    ['brief', 'full'],
    '`full` adds `template`, `updated_at`, `organization_id` and `tags` to each code.',
    'brief',
    { default: 'brief' },
  ),
})
export type CodeQuery = Static<typeof CodeQuery>

const ChangedIds = Type.Array(
  Type.String({
    format: 'text',
    maxLength: 100,
    description: 'The id or the short id of a code.',
  }),
  {
    minItems: 1,
    maxItems: maxItems.codes,
    description: 'Up to 500 codes. All of them are changed, or none.',
    examples: [['k3v9x0pz']],
  },
)

export const ManyCodes = Type.Object({ ids: ChangedIds })
export type ManyCodes = Static<typeof ManyCodes>

export const BulkChanges = Type.Object({
  ids: ChangedIds,
  status: Type.Optional(Status),
  style: Type.Optional(Nullable(Style)),
  model: Type.Optional(Nullable(Model)),
  tags: Type.Optional(
    Type.Object(
      {
        add: Type.Optional(TagList),
        remove: Type.Optional(
          Type.Array(Tag, {
            maxItems: maxItems.tags,
            description: 'Tags to remove, regardless of case. Removed before others are added.',
            examples: [['season 2025']],
          }),
        ),
      },
      { description: 'Tags to add to the codes, and to remove from them.' },
    ),
  ),
})
export type BulkChanges = Static<typeof BulkChanges>

export const StatusChange = Type.Object({
  ids: ChangedIds,
  status: Type.Optional(
    OneOf(codeStatuses, '`archived` archives the codes, `active` restores them.', 'archived', {
      default: 'archived',
    }),
  ),
})
export type StatusChange = Static<typeof StatusChange>

export const CodePath = Type.Object({
  id: Str('The id or the short id of the code.', 'k3v9x0pz'),
})
