import type { Db } from '../../platform/store/database.ts'
import type { Tables } from '../../platform/store/tables.ts'

export type AddressChange = Tables['address_changes']

export const insert = async (db: Db, row: AddressChange) => {
  await db.insertInto('address_changes').values(row).execute()
}

export const find = async (db: Db, id: string): Promise<AddressChange | undefined> =>
  await db
    .selectFrom('address_changes')
    .select(['id', 'user_id', 'old_email', 'new_email', 'created_at', 'confirmed_at'])
    .where('id', '=', id)
    .executeTakeFirst()

/** A user has one change that waits. Those that were made stay, because they can be undone. */
export const removeWaiting = async (db: Db, userId: string) => {
  await db
    .deleteFrom('address_changes')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute()
}

/** False when another request confirmed or stopped it first. */
export const confirm = async (db: Db, id: string, now: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('address_changes')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * This change and all later ones. Otherwise a thief who changed the address twice could undo the
 * second change, and have the account again.
 */
export const removeFrom = async (db: Db, { user_id, created_at }: AddressChange) => {
  await db
    .deleteFrom('address_changes')
    .where('user_id', '=', user_id)
    .where('created_at', '>=', created_at)
    .execute()
}

/** A company account that was linked since then belongs to the person who changed the address. */
export const removeIdentitiesSince = async (db: Db, { user_id, created_at }: AddressChange) => {
  await db
    .deleteFrom('identities')
    .where('user_id', '=', user_id)
    .where('created_at', '>=', created_at)
    .execute()
}
