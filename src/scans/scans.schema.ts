import { type Static, Type } from 'typebox'
import { Cursor, NextCursor } from '../http/input/cursor.schema.ts'
import { Period } from '../http/input/period.ts'
import { ExportFormat } from '../http/output/export.ts'
import { Limit, Metadata, Nullable, named, Offset, Time } from '../http/schema.ts'

const CodeFilter = Type.Optional(
  Type.String({
    format: 'text',
    maxLength: 100,
    description: 'Only scans of this code (id or short id).',
    examples: ['qpr_01JB0000000000000000000000'],
  }),
)

const OrganizationFilter = Type.Optional(
  Type.String({
    format: 'text',
    maxLength: 100,
    description: 'The organization (id or slug). Default: the default organization of the key.',
    examples: ['harbour-hotels'],
  }),
)

const place = (what: string, example: string) =>
  Nullable(Type.String({ examples: [example] }), `${what}; null if unknown.`)

export const ScanSchema = named(
  'Scan',
  Type.Object({
    id: Type.Integer({ description: 'Scan id.', examples: [4711] }),
    qpr_code_id: Type.String({
      description: 'The code that was scanned.',
      examples: ['qpr_01JB0000000000000000000000'],
    }),
    short_id: Type.String({ description: 'The short id of the code.', examples: ['k3v9x0pz'] }),
    scanned_at: Time('When the code was scanned.'),
    country: place('ISO 3166 code of the country', 'DE'),
    region: place('The region', 'Hamburg'),
    city: place('The city', 'Hamburg'),
    device: Type.Enum(['mobile', 'tablet', 'desktop', 'other'], {
      description: 'The kind of device.',
      examples: ['mobile'],
    }),
    conversation_started: Type.Boolean({
      description: 'Whether the visitor sent a message.',
      examples: [false],
    }),
    conversation_messages: Type.Integer({
      description: 'Number of messages of the conversation, of the visitor and the assistant.',
      examples: [0],
    }),
    metadata: Metadata,
  }),
)

export const ScanFilter = Type.Object({
  qpr_code_id: CodeFilter,
  organization_id: OrganizationFilter,
  since: Type.Optional(Time('Only scans from this time on.')),
  until: Type.Optional(Time('Only scans before this time.')),
})
export type ScanFilter = Static<typeof ScanFilter>

export const ScanQuery = Type.Object({
  ...ScanFilter.properties,
  limit: Limit(50, 200),
  offset: Offset,
  cursor: Cursor,
})
export type ScanQuery = Static<typeof ScanQuery>

export const ScanPage = Type.Object({
  scans: Type.Array(ScanSchema, { description: 'One page of scans, newest first.' }),
  total: Type.Integer({ description: 'The full count.', examples: [1] }),
  limit: Type.Integer({ description: 'As in the request.', examples: [50] }),
  offset: Type.Integer({ description: 'As in the request.', examples: [0] }),
  next_cursor: NextCursor,
})

export const ExportQuery = Type.Object({
  ...ScanFilter.properties,
  format: ExportFormat,
})
export type ExportQuery = Static<typeof ExportQuery>

export const StreamQuery = Type.Object({
  qpr_code_id: CodeFilter,
  organization_id: OrganizationFilter,
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Starts after this scan id, like `Last-Event-ID`. Default: only new scans.',
      examples: [4711],
    }),
  ),
})
export type StreamQuery = Static<typeof StreamQuery>

export const AnalyticsQuery = Type.Object({
  period: Period,
  granularity: Type.Enum(['hour', 'day', 'week'], {
    default: 'day',
    description: 'The steps of the time series; weeks start on Monday.',
    examples: ['day'],
  }),
  compare: Type.Enum(['nothing', 'before'], {
    default: 'nothing',
    description: '`before` adds the figures of the same number of days before the period.',
    examples: ['before'],
  }),
})
export type AnalyticsQuery = Static<typeof AnalyticsQuery>

export const OrganizationAnalyticsQuery = Type.Object({
  ...AnalyticsQuery.properties,
  organization_id: OrganizationFilter,
})

const Count = (description: string) => Type.Integer({ description, examples: [12] })

export const AnalyticsSchema = named(
  'Analytics',
  Type.Object({
    qpr_code_id: Nullable(
      Type.String({ examples: ['qpr_01JB0000000000000000000000'] }),
      'The code, or null for a whole organization.',
    ),
    period: Type.String({ description: 'As in the request.', examples: ['30d'] }),
    scans_total: Count('Scans in the period.'),
    scans_unique_devices: Count(
      'Number of different devices in the period: exact up to 512 a day, then within about 2 %.',
    ),
    conversation_rate: Type.Number({
      description: 'Share of the scans that led to a conversation, 0 to 1.',
      examples: [0.42],
    }),
    avg_messages_per_conversation: Type.Number({
      description: 'Average number of messages in a conversation.',
      examples: [4.5],
    }),
    top_countries: Type.Array(
      Type.Object({
        country: Type.String({ description: 'ISO 3166 code.', examples: ['DE'] }),
        scans: Count('Number of scans from this country.'),
      }),
      { description: 'The ten countries with the most scans.' },
    ),
    devices: Type.Array(
      Type.Object({
        device: Type.String({ description: 'The kind of device.', examples: ['mobile'] }),
        scans: Count('Number of scans with this kind of device.'),
      }),
      { description: 'Scans by kind of device, most first.' },
    ),
    timeseries: Type.Array(
      Type.Object({
        date: Type.String({
          description: 'The start of the step: the day, the Monday of the week, or the hour.',
          examples: ['2026-01-31'],
        }),
        scans: Count('Scans in this step.'),
        conversations: Count(
          'Conversations that started in this step, also several after one scan and those ' +
            'without a scan. Empty conversations are not counted.',
        ),
      }),
      { description: 'Every step of the period, steps without scans included, oldest first.' },
    ),
    before: Type.Optional(
      Nullable(
        Type.Object({
          scans_total: Count('Scans.'),
          scans_unique_devices: Count('Different devices.'),
          conversation_rate: Type.Number({
            description: 'Share of the scans that led to a conversation, 0 to 1.',
            examples: [0.42],
          }),
          conversations_total: Count('Conversations that started.'),
          messages_total: Count('Number of messages of the conversations.'),
        }),
        'The same number of days before the period, with `compare=before`; null for the period ' +
          '`all`.',
      ),
    ),
  }),
)
