import { type Static, Type } from 'typebox'
import { waitSeconds, weekDays } from '#contract/handling.ts'
import { maxItems, maxLength } from '#contract/limits.ts'
import { Bool, Int, Nullable, named, OneOf, Str, Text } from '../../platform/http/schema.ts'

const ClockTime = Str('A time of the day, `00:00` to `24:00`.', '09:00', {
  pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$',
})

const Spans = Type.Array(
  Type.Array(ClockTime, { minItems: 2, maxItems: 2, description: 'From, and until (exclusive).' }),
  {
    maxItems: maxItems.spans,
    description: 'Up to four spans of this day. A span does not cross midnight: use two.',
    examples: [[['09:00', '17:30']]],
  },
)

const Hours = Type.Object(
  {
    time_zone: Str('The time zone, as in the IANA database.', 'Europe/Berlin', {
      maxLength: 64,
      pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$',
    }),
    weekly: Type.Object(Object.fromEntries(weekDays.map((day) => [day, Type.Optional(Spans)])), {
      description: 'The opening times by day, `mon` to `sun`. An absent day is closed.',
      examples: [{ mon: [['09:00', '17:30']], sat: [['10:00', '14:00']] }],
    }),
    closed: Type.Optional(
      Type.Array(Str('A date.', '2026-12-25', { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }), {
        maxItems: maxItems.closedDays,
        description: 'Up to 100 dates on which nobody answers. Default: none.',
        examples: [['2026-12-25']],
      }),
    ),
  },
  {
    description: 'When people answer; null: always.',
  },
)

export const HandoffSchema = named(
  'Handoff',
  Type.Object(
    {
      enabled: Bool('Whether visitors can ask for a person.', true),
      hours: Type.Optional(Nullable(Hours)),
      wait_seconds: Type.Optional(
        Int(
          'Seconds after which a visitor hears that nobody came, 30 to 3,600. Default: 180.',
          waitSeconds.default,
          { minimum: waitSeconds.minimum, maximum: waitSeconds.maximum },
        ),
      ),
      closed_message: Type.Optional(
        Nullable(
          Text(
            maxLength.closedMessage,
            'What visitors read when nobody is there, up to 500 characters; null: a sentence in ' +
              'the language of the visitor.',
            'We are back at nine. The night porter is at the front desk.',
          ),
        ),
      ),
      member_ids: Type.Optional(
        Type.Array(Str('A member.', 'mem_01JB0000000000000000000000', { maxLength: 100 }), {
          maxItems: maxItems.handoffMembers,
          description:
            'The members who are told; empty: all who may answer. Ids of others are left out. If ' +
            'none of them is left, `enabled` is false.',
          examples: [['mem_01JB0000000000000000000000']],
        }),
      ),
      inactive_reason: Type.Optional(
        OneOf(
          ['no_member'],
          'Only in responses, when `enabled` is false because none of the chosen members is left.',
          'no_member',
          { readOnly: true },
        ),
      ),
    },
    {
      description: 'How a visitor reaches a person.',
    },
  ),
)
export type HandoffInput = Static<typeof HandoffSchema>
