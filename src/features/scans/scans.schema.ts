import { type Static, Type } from 'typebox'
import { pageFields, pageQuery } from '../../platform/http/input/cursor.ts'
import { ExportFormat } from '../../platform/http/output/export.ts'
import {
  Bool,
  Instant,
  Int,
  Metadata,
  Nullable,
  Num,
  named,
  OneOf,
  OrganizationId,
  PeriodOrAll,
  Str,
  scopeFilters,
} from '../../platform/http/schema.ts'

const place = (what: string, example: string) => Nullable(Str(`${what}; null if unknown.`, example))

/** In the order of the columns of an export. */
export const scanFields = {
  id: Int('Scan id.', 4711),
  qpr_code_id: Str('The code that was scanned.', 'qpr_01JB0000000000000000000000'),
  short_id: Str('The short id of the code.', 'k3v9x0pz'),
  scanned_at: Instant('When the code was scanned.'),
  country: place('ISO 3166 code of the country', 'DE'),
  region: place('The region', 'Hamburg'),
  city: place('The city', 'Hamburg'),
  device: OneOf(['mobile', 'tablet', 'desktop', 'other'], 'The kind of device.', 'mobile'),
  conversation_started: Bool('Whether the visitor sent a message.', false),
  conversation_messages: Int(
    'Number of messages of the conversation, of the visitor and the assistant.',
    0,
  ),
  metadata: Metadata,
}

export const ScanSchema = named('Scan', Type.Object(scanFields))

export const ScanFilter = Type.Object({
  ...scopeFilters,
  since: Type.Optional(Instant('Only scans from this time on.')),
  until: Type.Optional(Instant('Only scans before this time.')),
})
export type ScanFilter = Static<typeof ScanFilter>

export const ScanQuery = Type.Object({
  ...ScanFilter.properties,
  ...pageQuery(50, 200),
})
export type ScanQuery = Static<typeof ScanQuery>

export const PageOfScans = Type.Object({
  scans: Type.Array(ScanSchema, { description: 'One page of scans, newest first.' }),
  ...pageFields(50),
})

export const ExportQuery = Type.Object({
  ...ScanFilter.properties,
  format: ExportFormat,
})
export type ExportQuery = Static<typeof ExportQuery>

export const StreamQuery = Type.Object({
  ...scopeFilters,
  after: Type.Optional(
    Int('Starts after this scan id, like `Last-Event-ID`. Default: only new scans.', 4711, {
      minimum: 0,
    }),
  ),
})
export type StreamQuery = Static<typeof StreamQuery>

export const AnalyticsQuery = Type.Object({
  period: PeriodOrAll,
  granularity: OneOf(
    ['hour', 'day', 'week'],
    'The steps of the time series; weeks start on Monday.',
    'day',
    { default: 'day' },
  ),
  compare: OneOf(
    ['nothing', 'before'],
    '`before` adds the figures of the same number of days before the period.',
    'before',
    { default: 'nothing' },
  ),
  time_zone: Str(
    'The time zone of the days, as an IANA name. Whole hours are counted, and countries, devices ' +
      'and unique devices on the UTC days of the same dates.',
    'Europe/Berlin',
    { default: 'UTC', maxLength: 64 },
  ),
})
export type AnalyticsQuery = Static<typeof AnalyticsQuery>

export const OrganizationAnalyticsQuery = Type.Object({
  ...AnalyticsQuery.properties,
  organization_id: OrganizationId,
})

const Count = (description: string) => Int(description, 12)
export type OrganizationAnalyticsQuery = Static<typeof OrganizationAnalyticsQuery>

export const AnalyticsSchema = named(
  'Analytics',
  Type.Object({
    qpr_code_id: Nullable(
      Str('The code, or null for a whole organization.', 'qpr_01JB0000000000000000000000'),
    ),
    period: Str('As in the request.', '30d'),
    scans_total: Count('Scans in the period.'),
    scans_unique_devices: Count(
      'Number of different devices in the period: exact up to 512 a day, then within about 2 %.',
    ),
    conversation_rate: Num('Share of the scans that led to a conversation, 0 to 1.', 0.42),
    avg_messages_per_conversation: Num('Average number of messages in a conversation.', 4.5),
    top_countries: Type.Array(
      Type.Object({
        country: Str('ISO 3166 code.', 'DE'),
        scans: Count('Number of scans from this country.'),
      }),
      { description: 'The ten countries with the most scans.' },
    ),
    devices: Type.Array(
      Type.Object({
        device: Str('The kind of device.', 'mobile'),
        scans: Count('Number of scans with this kind of device.'),
      }),
      { description: 'Scans by kind of device, most first.' },
    ),
    timeseries: Type.Array(
      Type.Object({
        date: Str(
          'The start of the step: the day, the Monday of the week, or the hour (UTC).',
          '2026-01-31',
        ),
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
