import type { Db } from '../../platform/store/database.ts'
import type { Queue } from '../../platform/store/due.ts'
import type { SubscriptionRow } from './subscriptions.store.ts'

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
