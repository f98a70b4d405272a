import type { Db } from '../../platform/store/database.ts'
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

/**
 * Claims due rows by moving their time past the end of this check, so that several processes share
 * the work.
 */
export const claimDue = async (
  db: Db,
  now: number,
  claimedUntil: number,
  max: number,
): Promise<string[]> => {
  const due = db
    .selectFrom('subscriptions')
    .select('organization_id')
    .where('reconcile_at', '<=', now)
    .orderBy('reconcile_at')
    .limit(max)
    .forUpdate()
    .skipLocked()
  const rows = await db
    .updateTable('subscriptions')
    .set({ reconcile_at: claimedUntil })
    .where('organization_id', 'in', due)
    .returning('customer_id')
    .execute()
  return rows.flatMap(({ customer_id }) => customer_id ?? [])
}

export const nextDueAt = async (db: Db): Promise<number | null> => {
  const next = await db
    .selectFrom('subscriptions')
    .select('reconcile_at')
    .where('reconcile_at', 'is not', null)
    .orderBy('reconcile_at')
    .limit(1)
    .executeTakeFirst()
  return next?.reconcile_at ?? null
}
