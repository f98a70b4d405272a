import { type Static, Type } from 'typebox'
import { Period, scopeFilters } from '../../http/input/period.ts'
import { Limit, Nullable, named } from '../../http/schema.ts'

const Count = (description: string) => Type.Integer({ description, examples: [12] })

export const HoursQuery = Type.Object({
  ...scopeFilters,
  period: Period,
  time_zone: Type.String({
    default: 'UTC',
    maxLength: 64,
    description: 'By whose clock, as an IANA name; to the hour, also where a zone has half ones.',
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
    period: Type.String({ description: 'As asked.', examples: ['30d'] }),
    time_zone: Type.String({ description: 'As asked.', examples: ['Europe/Berlin'] }),
    hours: Type.Array(
      Type.Object({
        weekday: Type.Integer({ description: '1 is Monday, 7 is Sunday.', examples: [6] }),
        hour: Type.Integer({ description: 'From this hour to the next, 0 to 23.', examples: [9] }),
        scans: Count('Scans.'),
        conversations: Count('Conversations.'),
      }),
      { description: 'All 168 hours of a week, empty ones too, from Monday 0:00 on.' },
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
    period: Type.String({ description: 'As asked.', examples: ['30d'] }),
    codes: Type.Array(
      Type.Object({
        qpr_code_id: Type.String({
          description: 'The code.',
          examples: ['qpr_01JB0000000000000000000000'],
        }),
        short_id: Type.String({ description: 'Its short id.', examples: ['k3v9x0pz'] }),
        name: Type.String({ description: 'Its name.', examples: ['Harbour Hotel'] }),
        status: Type.Enum(['active', 'archived'], { description: 'Whether it is in use.' }),
        scans: Count('Scans in the period.'),
        conversations: Count('Conversations in the period.'),
        conversation_rate: Type.Number({
          description: 'Conversations for each scan, 0 to 1.',
          examples: [0.42],
        }),
      }),
      { description: 'Those with the most scans, most first.' },
    ),
  }),
)
