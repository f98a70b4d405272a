import { type Static, Type } from 'typebox'
import { codeStatuses } from '#contract/statuses.ts'
import { Period, scopeFilters } from '../../http/input/period.ts'
import { Limit, Nullable, named } from '../../http/schema.ts'

const Count = (description: string) => Type.Integer({ description, examples: [12] })

export const HoursQuery = Type.Object({
  ...scopeFilters,
  period: Period,
  time_zone: Type.String({
    default: 'UTC',
    maxLength: 64,
    description:
      'The time zone, as an IANA name. Hours are whole hours, also in zones with half-hour ' +
      'offsets.',
    examples: ['Europe/Berlin'],
  }),
})
export type HoursQuery = Static<typeof HoursQuery>

export const BusiestHours = named(
  'BusiestHours',
  Type.Object({
    qpr_code_id: Nullable(
      Type.String({ examples: ['qpr_01JB0000000000000000000000'] }),
      'The code, or null for a whole organization.',
    ),
    period: Type.String({ description: 'As in the request.', examples: ['30d'] }),
    time_zone: Type.String({ description: 'As in the request.', examples: ['Europe/Berlin'] }),
    hours: Type.Array(
      Type.Object({
        weekday: Type.Integer({ description: '1 is Monday, 7 is Sunday.', examples: [6] }),
        hour: Type.Integer({ description: 'The hour, 0 to 23.', examples: [9] }),
        scans: Count('Scans.'),
        conversations: Count('Conversations.'),
      }),
      {
        description: 'All 168 hours of a week, hours without scans included, starting Monday 0:00.',
      },
    ),
  }),
)

export const TopCodesQuery = Type.Object({
  organization_id: scopeFilters.organization_id,
  period: Period,
  limit: Limit(10, 100),
})
export type TopCodesQuery = Static<typeof TopCodesQuery>

export const TopCodes = named(
  'TopCodes',
  Type.Object({
    period: Type.String({ description: 'As in the request.', examples: ['30d'] }),
    codes: Type.Array(
      Type.Object({
        qpr_code_id: Type.String({
          description: 'The id of the code.',
          examples: ['qpr_01JB0000000000000000000000'],
        }),
        short_id: Type.String({ description: 'The short id of the code.', examples: ['k3v9x0pz'] }),
        name: Type.String({ description: 'The name of the code.', examples: ['Harbour Hotel'] }),
        status: Type.Enum(codeStatuses, { description: 'Whether the code is active or archived.' }),
        scans: Count('Scans in the period.'),
        conversations: Count('Conversations that started in the period, also without a scan.'),
        conversation_rate: Type.Number({
          description: 'Share of the scans that led to a conversation, 0 to 1.',
          examples: [0.42],
        }),
      }),
      { description: 'The codes, most scans first.' },
    ),
  }),
)
