import { sql } from 'kysely'
import { announce, type Change } from '../../platform/context.ts'
import type { Db } from '../../platform/store/database.ts'
import { prepare } from '../../platform/store/prepared.ts'
import type { Plan } from '../../platform/store/tables.ts'
import { planLimit } from './plans.ts'

export type MonthlyLimit = 'scans_per_month' | 'messages_per_month'

/** The use of a monthly limit. */
export interface MonthlyUse {
  organizationId: string
  plan: Plan
  limit: MonthlyLimit
  month: number
  used: number
  maximum: number
}

declare module '../../platform/context.ts' {
  interface Facts {
    /** The use has reached one of the percentages at which members are notified. */
    limitNear: MonthlyUse
  }
}

/** UTC months, numbered. */
export const monthOf = (instant: number): number => {
  const date = new Date(instant)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

export const startOfMonth = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12)

/** The percentages of a limit at which members are notified. */
export const noticePercents = [80, 100]

type Share = Pick<MonthlyUse, 'used' | 'maximum'>

/** The highest percentage that is reached, or undefined. */
export const reachedPercent = ({ used, maximum }: Share): number | undefined =>
  // Skip the notice when the plan includes no messages: a percentage of zero is meaningless.
  maximum === 0 ? undefined : noticePercents.findLast((percent) => used * 100 >= maximum * percent)

/** Whether the last message reached one of the percentages. */
const isCrossing = ({ used, maximum }: Share): boolean =>
  reachedPercent({ used, maximum }) !== reachedPercent({ used: used - 1, maximum })

/**
 * Counts a visitor's message for the month of its organization, in the transaction of the message.
 * False when the plan includes no more messages.
 */
export const countMessage = async (
  change: Change<unknown>,
  organizationId: string,
): Promise<boolean> => {
  const plan = await planOf(change.db, organizationId)
  const month = monthOf(change.now())
  const limit = 'messages_per_month'
  const included = planLimit(change, plan, limit)
  const maximum = included ?? Number.MAX_SAFE_INTEGER
  const used = await addMessageTo(change.db, { organizationId, month, maximum })
  if (used === null) return false
  if (included !== null && isCrossing({ used, maximum })) {
    await announce(change, 'limitNear', { organizationId, plan, limit, month, used, maximum })
  }
  return true
}

const selectPlan = prepare<{ organizationId: string }, { plan: Plan }>((value, db) =>
  db.selectFrom('organizations').select('plan').where('id', '=', value('organizationId')),
)

export const planOf = async (db: Db, organizationId: string): Promise<Plan> => {
  const [row] = await selectPlan(db, { organizationId })
  if (!row) throw new Error(`there is no organization ${organizationId}`)
  return row.plan
}

interface Counted {
  organizationId: string
  month: number
  /** The limit of the plan. */
  maximum: number
}

const addMessage = prepare<Counted, { messages: number }>(
  (value) => sql<{ messages: number }>`
      insert into organization_months (organization_id, month, messages)
      values (${value('organizationId')}, ${value('month')}, 1)
      on conflict (organization_id, month) do update
        set messages = organization_months.messages + 1
        where organization_months.messages < ${value('maximum')}
      returning messages
    `,
)

/** The count including this message; null when the limit is reached. */
const addMessageTo = async (db: Db, counted: Counted): Promise<number | null> => {
  // The first message of a month has no row that could be compared with the limit.
  if (counted.maximum < 1) return null
  const [row] = await addMessage(db, counted)
  return row?.messages ?? null
}

export const messagesOf = async (
  db: Db,
  organizationIds: string[],
  month: number,
): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('organization_months')
    .select(['organization_id', 'messages'])
    .where('organization_id', 'in', organizationIds)
    .where('month', '=', month)
    .execute()
  return new Map(rows.map((row) => [row.organization_id, row.messages]))
}

export const messagesIn = async (db: Db, organizationId: string, month: number) =>
  (await messagesOf(db, [organizationId], month)).get(organizationId) ?? 0
