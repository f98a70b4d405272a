import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import type { Queue } from '../../platform/store/due.ts'
import { allPages } from '../../platform/store/keyset.ts'
import type { Plan, Tables } from '../../platform/store/tables.ts'

export type SubscriptionRow = Tables['subscriptions']

/** What the payment provider, or the owner, decides about a subscription. */
export type SubscriptionState = Omit<
  SubscriptionRow,
  'organization_id' | 'plan_since' | 'cancelled_at' | 'user_id' | 'version'
>

/** The state without payments. */
export const unpaid = {
  current_period_end: null,
  cancel_at: null,
  grace_until: null,
  subscription_id: null,
}

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

export type Notice = Tables['limit_notices']

/** False when the notice was recorded before: only the first process sends it. */
export const insertNotice = async (db: Db, notice: Notice): Promise<boolean> => {
  const noted = await db
    .insertInto('limit_notices')
    .values(notice)
    .onConflict((conflict) => conflict.doNothing())
    .returning('organization_id')
    .executeTakeFirst()
  return noted !== undefined
}

export const listNotices = async (
  db: Db,
  organizationIds: string[],
  month: number,
  limitName: string,
): Promise<Notice[]> =>
  await db
    .selectFrom('limit_notices')
    .selectAll()
    .where('organization_id', 'in', organizationIds)
    .where('month', '=', month)
    .where('limit_name', '=', limitName)
    .execute()

/** After a plan change the limits differ, so notices may be sent again. */
export const deleteNotices = async (db: Db, organizationId: string) => {
  await db.deleteFrom('limit_notices').where('organization_id', '=', organizationId).execute()
}

export interface PlannedOrganization {
  id: string
  plan: Plan
  /** The time when the organization got this plan. */
  plan_since: number
}

const organizations = (db: Db) =>
  db
    .selectFrom('organizations')
    .leftJoin('subscriptions', 'subscriptions.organization_id', 'organizations.id')
    .select([
      'organizations.id',
      'organizations.plan',
      sql<number>`coalesce(subscriptions.plan_since, organizations.created_at)`.as('plan_since'),
    ])

/** Skips organizations that have been deleted since. */
export const organizationsById = async (db: Db, ids: string[]): Promise<PlannedOrganization[]> =>
  ids.length === 0 ? [] : await organizations(db).where('organizations.id', 'in', ids).execute()

const pageSize = 25

/** Iterates over all organizations in small batches, so that each query is short. */
export const allOrganizations = (db: Db) =>
  allPages<PlannedOrganization>(pageSize, (last) =>
    organizations(db)
      .where('organizations.id', '>', last?.id ?? '')
      .orderBy('organizations.id')
      .limit(pageSize)
      .execute(),
  )

/** All counts of an organization, in one query. */
export const countsOf = async (db: Db, organizationId: string) =>
  await db
    .selectFrom('organizations')
    .select(['plan', 'codes_active', 'members_count'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()

export const findByCustomer = async (
  db: Db,
  customerId: string,
): Promise<SubscriptionRow | undefined> =>
  await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('customer_id', '=', customerId)
    .executeTakeFirst()

/** Records the check: a process that fetched earlier must fetch again. */
export const markChecked = async (db: Db, organizationId: string, reconcileAt: number) => {
  await db
    .updateTable('subscriptions')
    .set((row) => ({ version: row('version', '+', 1), reconcile_at: reconcileAt }))
    .where('organization_id', '=', organizationId)
    .execute()
}

export const hasEvent = async (db: Db, id: string): Promise<boolean> => {
  const row = await db
    .selectFrom('billing_events')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

export const insertEvents = async (db: Db, ids: string[], now: number) => {
  if (ids.length === 0) return
  await db
    .insertInto('billing_events')
    .values(ids.map((id) => ({ id, received_at: now })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Subscriptions are compared with Stripe when they are due. */
export const queue: Queue<'subscriptions'> = {
  table: 'subscriptions',
  keys: ['organization_id'],
  at: 'reconcile_at',
}
