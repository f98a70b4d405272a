import type { OwnerLanguage } from '#contract/languages.ts'
import type { Db } from '../../platform/store/database.ts'
import { prepare } from '../../platform/store/prepared.ts'
import type { Tables } from '../../platform/store/tables.ts'

type SessionRow = Tables['sessions']

type SessionUser = Pick<Tables['users'], 'id' | 'email' | 'default_organization_id'> & {
  session_id: string
  last_used_at: number | null
}

export const insert = async (db: Db, row: SessionRow) => {
  await db.insertInto('sessions').values(row).execute()
}

/** Only for a user whose language is not known. */
export const setLanguage = async (db: Db, userId: string, language: OwnerLanguage) => {
  await db
    .updateTable('users')
    .set({ language })
    .where('id', '=', userId)
    .where('language', 'is', null)
    .execute()
}

/** Ends the oldest sessions of a user beyond the newest `retained`. */
export const removeOldest = async (db: Db, userId: string, retained: number) => {
  const old = db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1000)
    .offset(retained)
  await db.deleteFrom('sessions').where('id', 'in', old).execute()
}

const selectUser = prepare<{ tokenHash: string; now: number }, SessionUser>((value, db) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id',
      'users.email',
      'users.default_organization_id',
      'sessions.id as session_id',
      'sessions.last_used_at',
    ])
    .where('sessions.token_hash', '=', value('tokenHash'))
    .where('sessions.expires_at', '>', value('now')),
)

/** Read at every request, so that an ended session loses access immediately. */
export const findUser = async (db: Db, tokenHash: string, now: number) =>
  (await selectUser(db, { tokenHash, now }))[0]

/** Newest first. */
export const listOfUser = async (db: Db, userId: string, now: number) =>
  await db
    .selectFrom('sessions')
    .select(['id', 'browser', 'last_used_at', 'created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** False when the user has no such session. */
export const remove = async (db: Db, userId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const removeByToken = async (db: Db, tokenHash: string) => {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}
