import type { Db } from '../../platform/store/database.ts'
import type { Plan, Tables } from '../../platform/store/tables.ts'

export type SubscriptionRow = Tables['subscriptions']

export const find = async (db: Db, organizationId: string): Promise<SubscriptionRow | undefined> =>
  await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()

/** Locks the organization, so that concurrent plan changes run one after the other. */
export const lockPlan = async (db: Db, organizationId: string): Promise<Plan | undefined> => {
  const row = await db
    .selectFrom('organizations')
    .select('plan')
    .where('id', '=', organizationId)
    .forUpdate()
    .executeTakeFirst()
  return row?.plan
}

export const setPlan = async (db: Db, organizationId: string, plan: Plan) => {
  await db.updateTable('organizations').set({ plan }).where('id', '=', organizationId).execute()
}

export const save = async (db: Db, row: SubscriptionRow) => {
  const { organization_id: _, ...changes } = row
  await db
    .insertInto('subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(changes))
    .execute()
}

export const findUser = async (db: Db, id: string) =>
  await db.selectFrom('users').select(['id', 'email']).where('id', '=', id).executeTakeFirst()
