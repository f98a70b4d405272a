import type { Context } from '../../platform/context.ts'
import { invalidField } from '../../platform/http/problem.ts'
import { daysIn, firstDayOf } from '../../platform/http/schema.ts'
import { hourMs, isoTime } from '../../platform/kit/clock.ts'
import {
  dateOf,
  instantOf,
  isTimeZone,
  type LocalDay,
  localDayOf,
  mondayOf,
} from '../../platform/kit/time-zone.ts'
import type { Db } from '../../platform/store/database.ts'
import { requireKnownCode } from '../codes/codes.access.ts'
import { requireOrganization } from '../organizations/access.ts'
import * as store from './analytics.store.ts'
import { countDevices } from './devices-sketch.ts'
import type { AnalyticsQuery, OrganizationAnalyticsQuery } from './scans.schema.ts'

export const analyzeCode = async (context: Context, idOrShortId: string, query: AnalyticsQuery) => {
  const { id, scopeId } = await requireKnownCode(context, idOrShortId, 'scans:read')
  return { qpr_code_id: id, ...(await analyze(context, { id: scopeId, minus: [] }, query)) }
}

export const analyzeOrganization = async (context: Context, query: OrganizationAnalyticsQuery) => {
  const { id } = await requireOrganization(context, query.organization_id, 'scans:read')
  const scope = await store.scopeOfOrganization(context.db, id)
  return { qpr_code_id: null, ...(await analyze(context, scope, query)) }
}

/** The analytics of a code or an organization, from the sums. */
const analyze = async (context: Context, scope: store.Scope, query: AnalyticsQuery) => {
  const { db } = context
  const { period, granularity, time_zone } = query
  requireTimeZone(time_zone)
  const firstDay = await firstDayIn(context, scope, query)
  const hours = await store.hours(db, scope, hourAt(firstDay, time_zone))
  const total = addUp(hours)
  // Sums by day have UTC days: those of the same dates.
  const countries = await store.shares(db, scope, 'country', firstDay)
  const devices = await store.shares(db, scope, 'device', firstDay)
  const starts = startsOf(granularity, firstDay, context.now(), time_zone)
  return {
    period,
    scans_total: total.scans,
    scans_unique_devices: devicesOf(total, await store.sketches(db, scope, firstDay)),
    conversation_rate: ratio(total.scans_with_conversation, total.scans),
    avg_messages_per_conversation: ratio(total.messages, total.conversations),
    top_countries: countries
      .filter(({ value, scans }) => value !== '' && scans > 0)
      .slice(0, 10)
      .map(({ value, scans }) => ({ country: value, scans })),
    devices: devices
      .filter(({ scans }) => scans > 0)
      .map(({ value, scans }) => ({ device: value, scans })),
    timeseries: series(hours, starts),
    ...(query.compare === 'before' && {
      before: await daysBefore(db, scope, query, firstDay),
    }),
  }
}

/** The hour in which a day begins. */
const hourAt = (day: LocalDay, timeZone: string): number =>
  Math.floor(instantOf(day, 0, timeZone) / hourMs)

/** The same number of days directly before the period. */
const daysBefore = async (
  db: Db,
  scope: store.Scope,
  { period, time_zone }: AnalyticsQuery,
  toDay: LocalDay,
) => {
  const days = daysIn(period)
  if (days === null) return null
  const fromDay = toDay - days
  const [from, to] = [hourAt(fromDay, time_zone), hourAt(toDay, time_zone)]
  const total = addUp(await store.hours(db, scope, from, to))
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

const firstDayIn = async (
  context: Context,
  scope: store.Scope,
  { period, time_zone }: AnalyticsQuery,
): Promise<LocalDay> => {
  const today = localDayOf(context.now(), time_zone)
  const day = firstDayOf(period, today)
  if (day !== null) return day
  const first = await store.firstHour(context.db, scope)
  return first === null ? today : localDayOf(first * hourMs, time_zone)
}

const addUp = (hours: store.Sums[]): store.Sums => {
  const sums = { ...store.noCounts }
  for (const hour of hours) for (const column of store.counted) sums[column] += hour[column]
  return sums
}

export const ratio = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000

interface Step {
  at: number
  date: string
}

/** The start of every step until now. */
const startsOf = (
  granularity: AnalyticsQuery['granularity'],
  firstDay: LocalDay,
  now: number,
  timeZone: string,
): Step[] => {
  const starts: Step[] = []
  if (granularity === 'hour') {
    const first = hourAt(firstDay, timeZone) * hourMs
    for (let at = first; at <= now; at += hourMs) starts.push({ at, date: isoTime(at) })
    return starts
  }
  const isWeek = granularity === 'week'
  const today = localDayOf(now, timeZone)
  for (let day = isWeek ? mondayOf(firstDay) : firstDay; day <= today; day += isWeek ? 7 : 1) {
    starts.push({ at: instantOf(day, 0, timeZone), date: dateOf(day) })
  }
  return starts
}

/** The sums of every step, including those without a scan. The hours are in their order. */
const series = (hours: (store.Sums & { hour: number })[], starts: Step[]) => {
  const points = starts.map(({ date }) => ({ date, scans: 0, conversations: 0 }))
  let step = 0
  for (const { hour, scans, conversations } of hours) {
    while ((starts[step + 1]?.at ?? Number.POSITIVE_INFINITY) <= hour * hourMs) step += 1
    const point = points[step]
    if (!point) continue
    point.scans += scans
    point.conversations += conversations
  }
  return points
}

/** 422 for a name that is no time zone. */
export const requireTimeZone = (name: string) => {
  if (isTimeZone(name)) return
  throw invalidField(
    '/time_zone',
    'unknown_value',
    'time_zone must be the name of a time zone such as Europe/Berlin.',
  )
}
