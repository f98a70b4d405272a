import { type DaySpan, type Handoff, noHandoff, type WeekDay } from '#contract/handling.ts'
import { permissions } from '#contract/roles.ts'
import { type Change, type Context, signal } from '../../platform/context.ts'
import { invalidField } from '../../platform/http/problem.ts'
import { isTimeZone } from '../../platform/kit/time-zone.ts'
import type { Db } from '../../platform/store/database.ts'
import { prepare } from '../../platform/store/prepared.ts'
import { requireOrganization } from './access.ts'
import type { HandoffInput } from './handoffs.schema.ts'
import { minuteOf } from './hours.ts'

type Reading = Pick<Context, 'db'>

/** A member who may answer visitors. */
export type Answerer = Awaited<ReturnType<typeof answerers>>[number]

/** Those who are told of a visitor who waits. */
export const tellable = async (
  { db }: Reading,
  organizationId: string,
  { member_ids }: Handoff,
): Promise<Answerer[]> => {
  const all = await answerers(db, organizationId)
  return member_ids.length === 0 ? all : all.filter(({ id }) => member_ids.includes(id))
}

/** Without the members who have gone. If none of them is left, it is off. */
const inForce = async (
  context: Reading,
  organizationId: string,
  handoff: Handoff,
): Promise<Handoff> => {
  if (handoff.member_ids.length === 0) return handoff
  const member_ids = (await tellable(context, organizationId, handoff)).map(({ id }) => id)
  if (member_ids.length > 0 || !handoff.enabled) return { ...handoff, member_ids }
  return { ...handoff, member_ids, enabled: false, inactive_reason: 'no_member' }
}

/** The settings of a code, or else those of its organization, as they are in force. */
export const handoffOf = async (
  context: Reading,
  organizationId: string,
  own: Handoff | null,
): Promise<Handoff> => {
  if (own) return await inForce(context, organizationId, own)
  const settings = await findSettings(context.db, organizationId)
  if (settings === null) return noHandoff
  return await inForce(context, organizationId, JSON.parse(settings) as Handoff)
}

export const retrieveHandoff = async (context: Context, idOrSlug: string) => {
  const { id } = await requireOrganization(context, idOrSlug, 'organization:read')
  return await handoffOf(context, id, null)
}

export const putHandoff = async (change: Change, idOrSlug: string, input: HandoffInput) => {
  const { id } = await requireOrganization(change, idOrSlug, 'organization:write')
  await saveSettings(change.db, id, JSON.stringify(completeHandoff(input)))
  // The pages of its codes get or lose a button.
  signal(change, { kind: 'brand-changed', organizationId: id })
  return await handoffOf(change, id, null)
}

/** With the defaults, and only with the fields that are known. */
export const completeHandoff = (input: HandoffInput, pointer = ''): Handoff => {
  const { enabled, hours = null, wait_seconds, closed_message = null, member_ids = [] } = input
  return {
    enabled,
    hours: hours && completeHours(hours, `${pointer}/hours`),
    wait_seconds: wait_seconds ?? noHandoff.wait_seconds,
    closed_message,
    member_ids: [...new Set(member_ids)],
  }
}

type HoursInput = NonNullable<HandoffInput['hours']>

const completeHours = ({ time_zone, weekly, closed = [] }: HoursInput, pointer: string) => {
  if (!isTimeZone(time_zone)) {
    throw invalidField(
      `${pointer}/time_zone`,
      'unknown',
      'This is not a time zone of the IANA database.',
    )
  }
  const days = Object.entries(weekly) as [WeekDay, DaySpan[]][]
  for (const [day, spans] of days) {
    const wrong = spans.findIndex(([from, until]) => minuteOf(from) >= minuteOf(until))
    if (wrong < 0) continue
    throw invalidField(
      `${pointer}/weekly/${day}/${wrong}`,
      'invalid',
      'A span ends after it begins. Use two spans for a time that crosses midnight.',
    )
  }
  const unreal = closed.findIndex((date) => !isDate(date))
  if (unreal >= 0) {
    throw invalidField(`${pointer}/closed/${unreal}`, 'invalid_format', 'There is no such date.')
  }
  return { time_zone, weekly: Object.fromEntries(days), closed: [...new Set(closed)] }
}

const isDate = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

const selectSettings = prepare<{ organizationId: string }, { settings: string }>((value, db) =>
  db
    .selectFrom('handoffs')
    .select('settings')
    .where('organization_id', '=', value('organizationId')),
)

const findSettings = async (db: Db, organizationId: string): Promise<string | null> =>
  (await selectSettings(db, { organizationId }))[0]?.settings ?? null

const saveSettings = async (db: Db, organizationId: string, settings: string) => {
  await db
    .insertInto('handoffs')
    .values({ organization_id: organizationId, settings })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ settings }))
    .execute()
}

/** The members who may answer, in the order of joining. */
const answerers = async (db: Db, organizationId: string) =>
  await answering(db, organizationId).orderBy('members.id').execute()

/** One of them, by the id of the member or of the user. */
export const findAnswerer = async (
  db: Db,
  organizationId: string,
  column: 'members.id' | 'members.user_id',
  id: string,
) => await answering(db, organizationId).where(column, '=', id).executeTakeFirst()

const answering = (db: Db, organizationId: string) =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select([
      'members.id',
      'members.user_id as userId',
      'users.email',
      'users.display_name as name',
      'users.language',
      'organizations.name as organizationName',
    ])
    .where('members.organization_id', '=', organizationId)
    .where('members.role', 'in', permissions['conversations:answer'])
