import type { Db } from '../storage/database.ts'

export const deleteExpiredSessions = async (db: Db, now: number, most: number) => {
  const expired = db
    .selectFrom('sessions')
    .select('token_hash')
    .where('expires_at', '<=', now)
    .limit(most)
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('token_hash', 'in', expired)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export const deleteOldSignIns = async (db: Db, before: number, most: number) => {
  const old = db.selectFrom('sign_ins').select('id').where('expires_at', '<=', before).limit(most)
  const { numDeletedRows } = await db
    .deleteFrom('sign_ins')
    .where('id', 'in', old)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
