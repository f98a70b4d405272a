import type { Context } from '../../platform/context.ts'
import { firstDayOf } from '../../platform/http/schema.ts'
import { dayMs, hourMs } from '../../platform/kit/clock.ts'
import { requireOrganization } from '../organizations/access.ts'
import * as store from './analytics.store.ts'
import { ratio, requireTimeZone } from './analytics.ts'
import type { HoursQuery, TopCodesQuery } from './insight.schema.ts'
import { requireScope, sumsOf } from './scans.ts'

const hoursADay = dayMs / hourMs
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const firstHour = (context: Context, period: HoursQuery['period']): number => {
  const today = Math.floor(context.now() / dayMs)
  return (firstDayOf(period, today) ?? 0) * hoursADay
}

/** Scans and conversations by weekday and hour, from the sums. */
export const busiestHours = async (context: Context, query: HoursQuery) => {
  const { period, time_zone } = query
  const placeOf = placesIn(time_zone)
  const scope = await requireScope(context, query, 'scans:read')
  const week = weekdays.flatMap((_, day) =>
    Array.from({ length: 24 }, (_, hour) => ({
      weekday: day + 1,
      hour,
      scans: 0,
      conversations: 0,
    })),
  )
  const sums = await sumsOf(context, scope)
  for (const row of await store.hours(context.db, sums, firstHour(context, period))) {
    const slot = week[placeOf(row.hour * hourMs)]
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

/** Maps an instant to its hour of the week in a time zone. */
const placesIn = (timeZone: string) => {
  const format = formatIn(timeZone)
  return (instant: number): number => {
    const parts = format.formatToParts(instant)
    const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
    return weekdays.indexOf(of('weekday')) * 24 + Number(of('hour'))
  }
}

const formatIn = (timeZone: string) => {
  requireTimeZone(timeZone)
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    hourCycle: 'h23',
  })
}
