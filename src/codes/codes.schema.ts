import { type Static, Type } from 'typebox'
import { dotShapes, eyeShapes, levels, margins } from '#contract/image-styles.ts'
import { scanLanguages } from '#contract/languages.ts'
import { contactSchemes, maxItems, maxLength } from '#contract/limits.ts'
import { codeSorts, codeStatuses } from '#contract/statuses.ts'
import { templates } from '#contract/templates.ts'
import { Cursor } from '../http/input/cursor.schema.ts'
import { Limit, Metadata, Nullable, named, Offset, Text, Time } from '../http/schema.ts'

const CodeId = Type.String({
  description: 'Unique id.',
  examples: ['qpr_01JB0000000000000000000000'],
})
const Name = Text(maxLength.name, {
  description: 'Human-readable name, 1 to 200 characters.',
  examples: ['Harbour Hotel'],
})
const ShortId = Type.String({
  description: 'Short id, part of the scan address and the image addresses.',
  examples: ['k3v9x0pz'],
})
const ScanUrl = Type.String({
  description: 'The address that opens on a scan.',
  examples: ['http://localhost:3000/s/k3v9x0pz'],
})
const TemplateSchema = Type.Enum(templates, {
  description: 'The template of the code. Default: `business`.',
  examples: ['hospitality'],
})
const Status = Type.Enum(codeStatuses, {
  description: 'A new code is `active`. `archived` closes its scan page, `active` opens it again.',
  examples: ['active'],
})
const ScansTotal = Type.Integer({ description: 'Number of scans so far.', examples: [0] })

const Prompt = Text(maxLength.prompt, {
  description: 'The system prompt: persona, behaviour, facts. 1 to 32,000 characters.',
  examples: ['You are the concierge of the Harbour Hotel. Breakfast is from 7 to 10:30.'],
})
const WelcomeMessage = Text(maxLength.welcomeMessage, {
  description:
    'The first message that a visitor sees, up to 2,000 characters. Default: a greeting.',
  examples: ['Welcome to the Harbour Hotel. What can I do for you?'],
})
const Suggestions = Type.Array(
  Text(maxLength.suggestion, { description: 'A question.', examples: ['When is breakfast?'] }),
  {
    maxItems: maxItems.suggestions,
    description: 'Up to four questions that the page suggests.',
    examples: [['When is breakfast?']],
  },
)
const Contact = Type.Object(
  {
    label: Text(maxLength.contactLabel, {
      description: 'The text of the button.',
      examples: ['Call reception'],
    }),
    url: Type.String({
      maxLength: maxLength.contactUrl,
      pattern: `^(${contactSchemes.join('|')})[^\\s\\x00-\\x1f\\ud800-\\udfff]+$`,
      description: 'An address with `https:`, `mailto:` or `tel:`.',
      examples: ['tel:+4940123456'],
    }),
  },
  {
    description: 'A button with which visitors reach a person.',
    examples: [{ label: 'Call reception', url: 'tel:+4940123456' }],
  },
)
export type Contact = Static<typeof Contact>
const Color = (description: string, example: string) =>
  Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description, examples: [example] })
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
    margin: Type.Optional(
      Type.Integer({
        ...margins,
        description: 'The quiet zone in modules, 4 to 16.',
        examples: [4],
      }),
    ),
    level: Type.Optional(Type.Enum(levels, { description: 'The level of error correction.' })),
  },
  { description: 'The style of the image.', examples: [{ color: '#0f6b5c', dots: 'rounded' }] },
)
export type CodeStyle = Static<typeof Style>
const Model = Type.String({
  maxLength: 200,
  // Without # and ?.
  pattern: '^[a-z]+:[\\x21\\x22\\x24-\\x3e\\x40-\\x7e]+$',
  description:
    'The model that answers, as `provider:model`, one of `models` of `GET /v1/account`; null: ' +
    'the default model. If a saved model is no longer in that list, the default model answers.',
  examples: ['ollama:llama3.2'],
})

const Language = Type.Enum(scanLanguages, {
  description: 'The page opens in this language; the visitor can choose another one.',
  examples: ['de'],
})

/** Optional in a request, and always in the detail view. A new field of a code is added here. */
const Contents = Type.Object({
  welcome_message: WelcomeMessage,
  metadata: Metadata,
  suggestions: Suggestions,
  contact: Nullable(Contact, 'A button with which visitors reach a person, or null.'),
  style: Nullable(Style, 'The style of the image; null: the default style.'),
  model: Nullable(Model, 'The model that answers; null: the default model.'),
  language: Nullable(
    Language,
    'The language in which the page opens; null: the language of the visitor.',
  ),
})
export type CodeContents = Static<typeof Contents>

const codeFields = {
  id: CodeId,
  name: Name,
  short_id: ShortId,
  scan_url: ScanUrl,
  qr_image_url: Type.String({
    description: 'The image as PNG.',
    examples: ['http://localhost:3000/qr/k3v9x0pz.png'],
  }),
  qr_svg_url: Type.String({
    description: 'The image as SVG.',
    examples: ['http://localhost:3000/qr/k3v9x0pz.svg'],
  }),
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
    organization_id: Type.String({
      description: 'The organization of the code.',
      examples: ['org_01JB0000000000000000000000'],
    }),
    prompt: Prompt,
    ...Contents.properties,
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
      Type.String({
        description: 'The organization of the code; with `view=full`.',
        examples: ['org_01JB0000000000000000000000'],
      }),
    ),
  }),
)

const optionalFields = Type.Partial(
  Type.Object({ template: TemplateSchema, ...Contents.properties }),
).properties

const OrganizationId = Type.Optional(
  Type.String({
    format: 'text',
    maxLength: 100,
    description: 'The organization (id or slug). Default: the default organization of the key.',
    examples: ['harbour-hotels'],
  }),
)

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
  organization_id: Type.Optional(
    Type.String({
      format: 'text',
      maxLength: 100,
      description:
        'Moves the code to this organization (id or slug). You need the right to delete codes ' +
        'in the current organization and to create codes in the new one.',
      examples: ['harbour-hotels'],
    }),
  ),
})
export type CodeChanges = Static<typeof CodeChanges>

export const CodeQuery = Type.Object({
  limit: Limit(20, 100),
  offset: Offset,
  cursor: Cursor,
  status: Type.Enum(codeStatuses, {
    default: 'active',
    description: 'Only active or only archived codes. Default: active.',
    examples: ['active'],
  }),
  organization_id: OrganizationId,
  q: Type.Optional(
    Text(maxLength.search, {
      description: 'Only codes whose name contains this text.',
      examples: ['harbour'],
    }),
  ),
  sort: Type.Enum(codeSorts, {
    default: 'newest',
    description: 'The order: by creation, name, last change, or number of scans.',
    examples: ['newest'],
  }),
  view: Type.Enum(['brief', 'full'], {
    default: 'brief',
    description: '`full` adds `template`, `updated_at` and `organization_id` to each code.',
    examples: ['brief'],
  }),
})
export type CodeQuery = Static<typeof CodeQuery>

export const StatusChange = Type.Object({
  ids: Type.Array(
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
  ),
  status: Type.Optional(
    Type.Enum(codeStatuses, {
      default: 'archived',
      description: '`archived` archives the codes, `active` restores them.',
      examples: ['archived'],
    }),
  ),
})
export type StatusChange = Static<typeof StatusChange>

export const CodePath = Type.Object({
  id: Type.String({ description: 'The id or the short id of the code.', examples: ['k3v9x0pz'] }),
})
