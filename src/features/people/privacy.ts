import { type Static, Type } from 'typebox'
import { runUnaudited } from '../../platform/change.ts'
import { type Change, type Context, readContext, type Service } from '../../platform/context.ts'
import { type FieldError, invalidInput } from '../../platform/http/problem.ts'
import { Int, Nullable, named } from '../../platform/http/schema.ts'
import { dayMs } from '../../platform/kit/clock.ts'
import type { Db } from '../../platform/store/database.ts'
import { allPages } from '../../platform/store/keyset.ts'
import type { Tables } from '../../platform/store/tables.ts'
import { conversationHistory } from '../conversations/inbox.store.ts'
import { type ReachedOrganization, requireOrganization } from '../organizations/access.ts'
import { planLimit } from '../plans/plans.ts'
import { questionHistory } from '../questions/asked.store.ts'
import { leadHistory } from './leads.store.ts'

declare module '../../platform/context.ts' {
  interface Service {
    privacy: {
      /** The operator's retention of conversations in days; null: unlimited. */
      conversationDays: number | null
    }
  }
}

const Days = (of: string) =>
  Nullable(
    Int(
      `Days after which ${of} are deleted, 1 to 3,650; null: as the operator and the plan say.`,
      90,
      {
        minimum: 1,
        maximum: 3650,
      },
    ),
  )

const fields = {
  conversation_days: Days('ended conversations'),
  lead_days: Days('leads'),
  question_days: Days('questions without an answer'),
}

export const Privacy = named(
  'Privacy',
  Type.Object(
    {
      ...fields,
      maximum_days: Nullable(
        Int('The retention of the operator and the plan in days; null: unlimited.', 365),
      ),
    },
    { description: 'How long an organization keeps what visitors wrote.' },
  ),
)

export const PrivacyChanges = Type.Partial(Type.Object(fields))
type PrivacyChanges = Static<typeof PrivacyChanges>

/** What an organization may not exceed; null: nothing. */
const maximumDays = (context: Context, { plan }: ReachedOrganization): number | null => {
  const { conversationDays } = context.service.privacy
  const days = [conversationDays, planLimit(context, plan, 'retention_days')]
  const limits = days.filter((one) => one !== null)
  return limits.length === 0 ? null : Math.min(...limits)
}

const shown = (context: Context, organization: ReachedOrganization, row: PrivacyValues) => ({
  conversation_days: row.conversation_days,
  lead_days: row.lead_days,
  question_days: row.question_days,
  maximum_days: maximumDays(context, organization),
})

export const retrievePrivacy = async (context: Context, idOrSlug: string) => {
  const organization = await requireOrganization(context, idOrSlug, 'organization:read')
  return shown(context, organization, await findChoices(context.db, organization.id))
}

/** Replaces all fields; an omitted one is null. */
export const putPrivacy = async (change: Change, idOrSlug: string, input: PrivacyChanges) => {
  const organization = await requireOrganization(change, idOrSlug, 'organization:write')
  const { conversation_days = null, lead_days = null, question_days = null } = input
  const values = { conversation_days, lead_days, question_days }
  const maximum = maximumDays(change, organization)
  const errors = Object.entries(values).flatMap(([name, days]): FieldError[] =>
    maximum === null || days === null || days <= maximum ? [] : [tooLong(name, maximum)],
  )
  if (errors.length > 0) throw invalidInput(errors)
  await saveChoices(change.db, organization.id, values)
  return shown(change, organization, values)
}

const tooLong = (name: string, maximum: number): FieldError => ({
  pointer: `/${name}`,
  code: 'too_large',
  message: `${name} must be at most ${maximum}, the retention of this service and the plan.`,
})

/** Data of organizations that has a limited retention. */
export interface History {
  hasOlder(db: Db, organizationId: string, before: number): Promise<boolean>
  /** Deletes a small batch. Returns the number of deleted rows. */
  deleteOlder(db: Db, organizationId: string, before: number): Promise<number>
}

const histories: [keyof PrivacyValues, History][] = [
  ['conversation_days', conversationHistory],
  ['lead_days', leadHistory],
  ['question_days', questionHistory],
]

/** Deletes what organizations do not keep. */
export const applyPrivacy = async (service: Service) => {
  const context = readContext(service, null)
  for await (const rows of allChoices(context.db)) {
    for (const row of rows) await applyChoices(context, row)
  }
}

const applyChoices = async (context: Context<null>, row: PrivacyRow) => {
  const { organization_id: id } = row
  for (const [name, history] of histories) {
    const days = row[name]
    if (days === null) continue
    // The owner may have chosen a longer time since.
    const isInForce = async (db: Db) => (await findChoices(db, id))[name] === days
    await deleteOlder(context, history, { id, before: context.now() - days * dayMs, isInForce })
  }
}

interface Deletion {
  /** The organization. */
  id: string
  before: number
  /** Whether the retention is still as it was read. */
  isInForce: (db: Db) => Promise<boolean>
}

/** In small steps, each with a transaction of its own. */
export const deleteOlder = async (
  { db, service }: Context<null>,
  history: History,
  { id, before, isInForce }: Deletion,
) => {
  let deleted = 1
  while (deleted > 0 && (await history.hasOlder(db, id, before))) {
    deleted = await runUnaudited(service, async (change) =>
      (await isInForce(change.db)) ? await history.deleteOlder(change.db, id, before) : 0,
    )
  }
}

type PrivacyRow = Tables['organization_privacy']
type PrivacyValues = Omit<PrivacyRow, 'organization_id'>

const nothing: PrivacyValues = { conversation_days: null, lead_days: null, question_days: null }

const choiceRows = (db: Db) =>
  db
    .selectFrom('organization_privacy')
    .select(['organization_id', 'conversation_days', 'lead_days', 'question_days'])

const findChoices = async (db: Db, organizationId: string): Promise<PrivacyValues> =>
  (await choiceRows(db).where('organization_id', '=', organizationId).executeTakeFirst()) ?? nothing

const saveChoices = async (db: Db, organizationId: string, values: PrivacyValues) => {
  await db
    .insertInto('organization_privacy')
    .values({ organization_id: organizationId, ...values })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
    .execute()
}

const pageSize = 100

/** The choices of all organizations, in small batches. */
const allChoices = (db: Db) =>
  allPages<PrivacyRow>(pageSize, (last) =>
    choiceRows(db)
      .where('organization_id', '>', last?.organization_id ?? '')
      .orderBy('organization_id')
      .limit(pageSize)
      .execute(),
  )
