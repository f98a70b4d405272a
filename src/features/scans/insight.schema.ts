import { type Static, Type } from 'typebox'
import { codeStatuses } from '#contract/statuses.ts'
import {
  Int,
  Limit,
  Nullable,
  Num,
  named,
  Period,
  Str,
  scopeFilters,
} from '../../platform/http/schema.ts'

const Count = (description: string) => Int(description, 12)

export const HoursQuery = Type.Object({
  ...scopeFilters,
  period: Period,
  time_zone: Str(
    'The time zone, as an IANA name. Hours are whole hours, also in zones with half-hour ' +
      'offsets.',
    'Europe/Berlin',
    { default: 'UTC', maxLength: 64 },
  ),
})
export type HoursQuery = Static<typeof HoursQuery>

export const BusiestHours = named(
  'BusiestHours',
  Type.Object({
    qpr_code_id: Nullable(
      Str('The code, or null for a whole organization.', 'qpr_01JB0000000000000000000000'),
    ),
    period: Str('As in the request.', '30d'),
    time_zone: Str('As in the request.', 'Europe/Berlin'),
    hours: Type.Array(
      Type.Object({
        weekday: Int('1 is Monday, 7 is Sunday.', 6),
        hour: Int('The hour, 0 to 23.', 9),
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
    period: Str('As in the request.', '30d'),
    codes: Type.Array(
      Type.Object({
        qpr_code_id: Str('The id of the code.', 'qpr_01JB0000000000000000000000'),
        short_id: Str('The short id of the code.', 'k3v9x0pz'),
        name: Str('The name of the code.', 'Harbour Hotel'),
        status: Type.Enum(codeStatuses, { description: 'Whether the code is active or archived.' }),
        scans: Count('Scans in the period.'),
        conversations: Count('Conversations that started in the period, also without a scan.'),
        conversation_rate: Num('Share of the scans that led to a conversation, 0 to 1.', 0.42),
      }),
      { description: 'The codes, most scans first.' },
    ),
  }),
)
