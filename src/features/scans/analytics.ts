import type { Context } from '../../platform/context.ts'
import { daysIn, firstDayOf } from '../../platform/http/schema.ts'
import { dayMs, hourMs, isoTime } from '../../platform/kit/clock.ts'
import type { Db } from '../../platform/store/database.ts'
import { requireKnownCode } from '../codes/codes.access.ts'
import { requireOrganization } from '../organizations/access.ts'
import * as store from './analytics.store.ts'
import { countDevices } from './devices-sketch.ts'
import type { AnalyticsQuery, OrganizationAnalyticsQuery } from './scans.schema.ts'
import { type Scope, scopeOfOrganization } from './scope.store.ts'

const hoursADay = dayMs / hourMs

export const analyzeCode = async (context: Context, idOrShortId: string, query: AnalyticsQuery) => {
  const { id, scopeId } = await requireKnownCode(context, idOrShortId, 'scans:read')
  return { qpr_code_id: id, ...(await analyze(context, { id: scopeId, minus: [] }, query)) }
}

export const analyzeOrganization = async (context: Context, query: OrganizationAnalyticsQuery) => {
  const { id } = await requireOrganization(context, query.organization_id, 'scans:read')
  const scope = await scopeOfOrganization(context.db, id)
  return { qpr_code_id: null, ...(await analyze(context, scope, query)) }
}

/** The analytics of a code or an organization, from the sums. */
const analyze = async (context: Context, scope: Scope, query: AnalyticsQuery) => {
  const { db } = context
  const today = Math.floor(context.now() / dayMs)
  const fromDay = await firstDay(db, scope, query.period, today)
  const hours = await store.hours(db, scope, fromDay * hoursADay)
  const total = addUp(hours)
  const countries = await store.shares(db, scope, 'country', fromDay)
  const devices = await store.shares(db, scope, 'device', fromDay)
  return {
    period: query.period,
    scans_total: total.scans,
    scans_unique_devices: devicesOf(total, await store.sketches(db, scope, fromDay)),
    conversation_rate: ratio(total.scans_with_conversation, total.scans),
    avg_messages_per_conversation: ratio(total.messages, total.conversations),
    top_countries: countries
      .filter(({ value, scans }) => value !== '' && scans > 0)
      .slice(0, 10)
      .map(({ value, scans }) => ({ country: value, scans })),
    devices: devices
      .filter(({ scans }) => scans > 0)
      .map(({ value, scans }) => ({ device: value, scans })),
    timeseries: series(hours, fromDay * dayMs, context.now(), query.granularity),
    ...(query.compare === 'before' && {
      before: await daysBefore(db, scope, query.period, fromDay),
    }),
  }
}

/** The same number of days directly before the period. */
const daysBefore = async (
  db: Db,
  scope: Scope,
  period: AnalyticsQuery['period'],
  toDay: number,
) => {
  const days = daysIn(period)
  if (days === null) return null
  const fromDay = toDay - days
  const total = addUp(await store.hours(db, scope, fromDay * hoursADay, toDay * hoursADay))
  return {
    scans_total: total.scans,
    scans_unique_devices: devicesOf(total, await store.sketches(db, scope, fromDay, toDay)),
    conversation_rate: ratio(total.scans_with_conversation, total.scans),
    conversations_total: total.conversations,
    messages_total: total.messages,
  }
}

/**
 * At most one device for each scan. A sketch estimates, and nothing can be taken out of it: that of
 * an organization still has the devices of deleted codes, while their scans are subtracted.
 */
const devicesOf = ({ scans }: store.Sums, sketches: Parameters<typeof countDevices>[0]): number =>
  Math.min(scans, countDevices(sketches))

const firstDay = async (db: Db, scope: Scope, period: AnalyticsQuery['period'], today: number) => {
  const day = firstDayOf(period, today)
  if (day !== null) return day
  const first = await store.firstHour(db, scope)
  return first === null ? today : Math.floor(first / hoursADay)
}

const nothing: store.Sums = {
  scans: 0,
  scans_with_conversation: 0,
  conversations: 0,
  messages: 0,
}

const addUp = (hours: store.Sums[]): store.Sums =>
  hours.reduce(
    (sum, hour) => ({
      scans: sum.scans + hour.scans,
      scans_with_conversation: sum.scans_with_conversation + hour.scans_with_conversation,
      conversations: sum.conversations + hour.conversations,
      messages: sum.messages + hour.messages,
    }),
    nothing,
  )

export const ratio = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000

/** Day 0, 1 January 1970, was a Thursday. */
const mondayOf = (instant: number): number => {
  const day = Math.floor(instant / dayMs)
  return (day - ((day + 3) % 7)) * dayMs
}

const steps: Record<
  AnalyticsQuery['granularity'],
  { ms: number; startOf: (at: number) => number }
> = {
  hour: { ms: hourMs, startOf: (at) => Math.floor(at / hourMs) * hourMs },
  day: { ms: dayMs, startOf: (at) => Math.floor(at / dayMs) * dayMs },
  week: { ms: 7 * dayMs, startOf: mondayOf },
}

/** Every step from the first until now, including those without a scan. */
const series = (
  hours: (store.Sums & { hour: number })[],
  from: number,
  to: number,
  granularity: AnalyticsQuery['granularity'],
) => {
  const { ms, startOf } = steps[granularity]
  const sums = new Map<number, store.Sums>()
  for (const hour of hours) {
    const start = startOf(hour.hour * hourMs)
    sums.set(start, addUp([sums.get(start) ?? nothing, hour]))
  }
  const points: { date: string; scans: number; conversations: number }[] = []
  for (let start = startOf(from); start <= to; start += ms) {
    const date = granularity === 'hour' ? isoTime(start) : isoTime(start).slice(0, 10)
    const { scans, conversations } = sums.get(start) ?? nothing
    points.push({ date, scans, conversations })
  }
  return points
}
