import { type Static, Type } from 'typebox'
import { codeStatuses } from '#contract/statuses.ts'
import type { Context } from '../../platform/context.ts'
import {
  firstDayOf,
  Int,
  Limit,
  Nullable,
  Num,
  named,
  PeriodOrAll,
  Str,
  scopeFilters,
} from '../../platform/http/schema.ts'
import { dayMs, hourMs } from '../../platform/kit/clock.ts'
import { wallTime, weekDayOf } from '../../platform/kit/time-zone.ts'
import { createYield } from '../../platform/kit/yield-to-loop.ts'
import { requireScope } from '../codes/codes.access.ts'
import { requireOrganization } from '../organizations/access.ts'
import * as store from './analytics.store.ts'
import { ratio, requireTimeZone } from './analytics.ts'
import { sumsOf } from './scans.ts'

const Count = (description: string) => Int(description, 12)

export const HoursQuery = Type.Object({
  ...scopeFilters,
  period: PeriodOrAll,
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
  period: PeriodOrAll,
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

const hoursADay = dayMs / hourMs

const firstHour = (context: Context, period: HoursQuery['period']): number => {
  const today = Math.floor(context.now() / dayMs)
  return (firstDayOf(period, today) ?? 0) * hoursADay
}

/** Scans and conversations by weekday and hour, from the sums. */
export const busiestHours = async (context: Context, query: HoursQuery) => {
  const { period, time_zone } = query
  requireTimeZone(time_zone)
  const scope = await requireScope(context, query, 'scans:read')
  const week = Array.from({ length: 7 * hoursADay }, (_, at) => ({
    weekday: Math.floor(at / hoursADay) + 1,
    hour: at % hoursADay,
    scans: 0,
    conversations: 0,
  }))
  const sums = await sumsOf(context, scope)
  const yieldToLoop = createYield()
  for (const row of await store.hours(context.db, sums, firstHour(context, period))) {
    await yieldToLoop()
    const wall = Math.floor(wallTime(row.hour * hourMs, time_zone) / hourMs)
    const slot = week[weekDayOf(Math.floor(wall / hoursADay)) * hoursADay + (wall % hoursADay)]
    if (!slot) continue
    slot.scans += row.scans
    slot.conversations += row.conversations
  }
  return { qpr_code_id: scope.code?.id ?? null, period, time_zone, hours: week }
}

/** The codes of an organization with the most scans, from the sums. */
export const topCodes = async (context: Context, query: TopCodesQuery) => {
  const { organization_id, period, limit } = query
  const { id } = await requireOrganization(context, organization_id, 'scans:read')
  const rows = await store.topCodes(context.db, id, firstHour(context, period), limit)
  const codes = rows.map(({ scans, scans_with_conversation, conversations, ...code }) => ({
    ...code,
    scans: Number(scans),
    conversations: Number(conversations),
    conversation_rate: ratio(Number(scans_with_conversation), Number(scans)),
  }))
  return { period, codes }
}
