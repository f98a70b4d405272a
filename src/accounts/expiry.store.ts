import { countDeleted, type Db } from '../storage/database.ts'

export const deleteExpiredSessions = async (db: Db, now: number, most: number) => {
  const expired = db
    .selectFrom('sessions')
    .select('token_hash')
    .where('expires_at', '<=', now)
    .limit(most)
  return await countDeleted(db.deleteFrom('sessions').where('token_hash', 'in', expired))
}

export const deleteOldSignIns = async (db: Db, before: number, most: number) => {
  const old = db.selectFrom('sign_ins').select('id').where('expires_at', '<=', before).limit(most)
  return await countDeleted(db.deleteFrom('sign_ins').where('id', 'in', old))
}
