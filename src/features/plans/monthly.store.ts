import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import { prepare } from '../../platform/store/prepared.ts'
import type { Plan } from '../../platform/store/tables.ts'

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
export const countMessage = async (db: Db, counted: Counted): Promise<number | null> => {
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

export const messagesIn = async (db: Db, organizationId: string, month: number) => {
  const row = await db
    .selectFrom('organization_months')
    .select('messages')
    .where('organization_id', '=', organizationId)
    .where('month', '=', month)
    .executeTakeFirst()
  return row?.messages ?? 0
}
