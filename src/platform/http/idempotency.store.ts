import type { Db } from '../store/database.ts'
import type { Tables } from '../store/tables.ts'

export type StoredAnswer = Pick<Tables['idempotency_keys'], 'request_hash' | 'status' | 'answer'>

interface Claim {
  id: string
  requestHash: string
  now: number
  expiresAt: number
}

/** The response that an earlier transaction stored, if any. */
export const find = async (db: Db, id: string, now: number): Promise<StoredAnswer | undefined> =>
  await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'answer'])
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/**
 * Takes the key for this transaction, or returns the stored response of an earlier one. If another
 * process holds the key, the insert waits for its commit, so that the effect happens once.
 */
export const claim = async (db: Db, { id, requestHash, now, expiresAt }: Claim) => {
  await db
    .deleteFrom('idempotency_keys')
    .where('id', '=', id)
    .where('expires_at', '<=', now)
    .execute()
  const inserted = await db
    .insertInto('idempotency_keys')
    .values({ id, request_hash: requestHash, status: 0, answer: '', expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) return null
  return await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'answer'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

export const save = async (db: Db, id: string, status: number, answer: string) => {
  await db.updateTable('idempotency_keys').set({ status, answer }).where('id', '=', id).execute()
}
