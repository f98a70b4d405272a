import type { Db } from '../../platform/store/database.ts'
import { countUpTo } from '../../platform/store/keyset.ts'
import { prepare } from '../../platform/store/prepared.ts'
import type { Tables } from '../../platform/store/tables.ts'

export type KeyRow = Tables['api_keys']

export type OwnedKey = KeyRow & Pick<Tables['users'], 'email'>

type AuthenticatedKey = KeyRow & Pick<Tables['users'], 'email' | 'default_organization_id'>

const columns = [
  'api_keys.id',
  'api_keys.user_id',
  'api_keys.name',
  'api_keys.organization_id',
  'api_keys.role',
  'api_keys.expires_at',
  'api_keys.revoked_at',
  'api_keys.last_used_at',
  'api_keys.created_at',
] as const

export const insert = async (db: Db, row: KeyRow, textHash: string) => {
  await db.insertInto('api_keys').values(row).execute()
  await addText(db, row.id, textHash)
}

const addText = async (db: Db, keyId: string, textHash: string) => {
  await db
    .insertInto('api_key_texts')
    .values({ text_hash: textHash, key_id: keyId, valid_until: null })
    .execute()
}

/**
 * Locks the user until the end of the transaction, so that concurrent changes cannot exceed the
 * limit.
 */
export const lockUser = async (db: Db, userId: string) => {
  await db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}

const inForce = (db: Db, userId: string, now: number) =>
  db
    .selectFrom('api_keys')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))

export const countInForce = (db: Db, userId: string, now: number): Promise<number> =>
  countUpTo(db, inForce(db, userId, now).select('id'))

/** Deletes revoked and expired keys, except the newest. */
export const removeEnded = async (db: Db, userId: string, now: number, retained: number) => {
  const old = db
    .selectFrom('api_keys')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', 'not in', inForce(db, userId, now).select('id'))
    .orderBy('id', 'desc')
    .limit(1000)
    .offset(retained)
  await db.deleteFrom('api_keys').where('id', 'in', old).execute()
}

export const removeEndedTexts = async (db: Db, keyId: string, now: number) => {
  await db
    .deleteFrom('api_key_texts')
    .where('key_id', '=', keyId)
    .where('valid_until', '<=', now)
    .execute()
}

export const countTexts = (db: Db, keyId: string, now: number): Promise<number> => {
  const valid = db
    .selectFrom('api_key_texts')
    .select('key_id')
    .where('key_id', '=', keyId)
    .where((row) => row.or([row('valid_until', 'is', null), row('valid_until', '>', now)]))
  return countUpTo(db, valid)
}

/** The former value stays valid until the grace period ends, or until its own earlier expiry. */
export const rotate = async (db: Db, keyId: string, textHash: string, formerUntil: number) => {
  await db
    .updateTable('api_key_texts')
    .set({ valid_until: formerUntil })
    .where('key_id', '=', keyId)
    .where((row) => row.or([row('valid_until', 'is', null), row('valid_until', '>', formerUntil)]))
    .execute()
  await addText(db, keyId, textHash)
}

const selectByText = prepare<{ textHash: string; now: number }, AuthenticatedKey>((value, db) =>
  db
    .selectFrom('api_key_texts')
    .innerJoin('api_keys', 'api_keys.id', 'api_key_texts.key_id')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select([...columns, 'users.email', 'users.default_organization_id'])
    .where('api_key_texts.text_hash', '=', value('textHash'))
    .where('api_keys.revoked_at', 'is', null)
    .where((row) =>
      row.or([
        row('api_key_texts.valid_until', 'is', null),
        row('api_key_texts.valid_until', '>', value('now')),
      ]),
    )
    .where((row) =>
      row.or([
        row('api_keys.expires_at', 'is', null),
        row('api_keys.expires_at', '>', value('now')),
      ]),
    ),
)

/** Read at every request, so that a revocation takes effect immediately. */
export const findByText = async (db: Db, textHash: string, now: number) =>
  (await selectByText(db, { textHash, now }))[0]

const owned = (db: Db) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select([...columns, 'users.email'])

export const listOfUser = async (db: Db, userId: string): Promise<OwnedKey[]> =>
  await owned(db).where('api_keys.user_id', '=', userId).orderBy('api_keys.id', 'desc').execute()

export const listOfOrganization = async (db: Db, organizationId: string): Promise<OwnedKey[]> =>
  await owned(db)
    .where('api_keys.organization_id', '=', organizationId)
    .orderBy('api_keys.id', 'desc')
    .execute()

export const find = async (db: Db, id: string) =>
  await owned(db).where('api_keys.id', '=', id).executeTakeFirst()

export const revoke = async (db: Db, id: string, now: number) => {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}
