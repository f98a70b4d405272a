import { type Static, Type } from 'typebox'
import { maxItems, maxLength } from '#contract/limits.ts'
import { codeSorts, codeStatuses } from '#contract/statuses.ts'
import { templates } from '#contract/templates.ts'
import { pageQuery } from '../../platform/http/input/cursor.ts'
import {
  Bool,
  GivenId,
  Instant,
  Int,
  Metadata,
  Nullable,
  named,
  OneOf,
  OrganizationId,
  Str,
  Text,
} from '../../platform/http/schema.ts'
import {
  aboutTitle,
  Contents,
  ModelId,
  Style,
  Tag,
  TagList,
  Title,
} from './codes.contents.schema.ts'

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
  created_at: Instant('When the code was created.'),
  updated_at: Instant('When the code was last changed.'),
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
    created_at: Instant('When the code was created.'),
    template: Type.Optional(TemplateSchema),
    updated_at: Type.Optional(Instant('When the code was last changed; with `view=full`.')),
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
  model: Type.Optional(Nullable(ModelId)),
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
