import type { Selectable } from 'kysely'
import type { OwnerLanguage } from '#contract/languages.ts'
import type { Db } from '../../platform/store/database.ts'
import type { Tables } from '../../platform/store/tables.ts'
import { emailKey } from '../../platform/text/email.ts'

export type User = Pick<
  Selectable<Tables['users']>,
  'id' | 'email' | 'email_folded' | 'default_organization_id' | 'created_at' | 'unconfirmed_since'
>

const columns = [
  'id',
  'email',
  'email_folded',
  'default_organization_id',
  'created_at',
  'unconfirmed_since',
] as const

export const insert = async (db: Db, row: User) => {
  await db.insertInto('users').values(row).execute()
}

/** Compares addresses case-insensitively, and domains as punycode. */
export const find = async (db: Db, email: string): Promise<User | undefined> =>
  await db
    .selectFrom('users')
    .select(columns)
    .where('email_folded', '=', emailKey(email))
    .executeTakeFirst()

/** The language of the person with this address, or else of the user who writes to it. */
export const languageFor = async (
  db: Db,
  emailFolded: string,
  writerId: string,
): Promise<OwnerLanguage> => {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'language'])
    .where((row) => row.or([row('email_folded', '=', emailFolded), row('id', '=', writerId)]))
    .where('language', 'is not', null)
    .execute()
  const [language] = rows.sort((one) => (one.id === writerId ? 1 : -1)).map((one) => one.language)
  return language ?? 'en'
}

export const userById = async (db: Db, id: string): Promise<User> =>
  await db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirstOrThrow()

export const update = async (
  db: Db,
  id: string,
  changes: Partial<Omit<Selectable<Tables['users']>, 'id'>>,
) => {
  await db.updateTable('users').set(changes).where('id', '=', id).execute()
}

/** With keys, sessions and memberships. The default organization must not be deleted before it. */
export const remove = async (db: Db, id: string) => {
  await db.deleteFrom('users').where('id', '=', id).execute()
}

/** False when the address was confirmed meanwhile: then it is the account of another person. */
export const removeUnlessConfirmed = async (db: Db, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('users')
    .where('id', '=', id)
    .where('unconfirmed_since', 'is not', null)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** The unconfirmed accounts of an organization, which have no other one. */
export const removeUnconfirmed = async (db: Db, organizationId: string) => {
  await db
    .deleteFrom('users')
    .where('default_organization_id', '=', organizationId)
    .where('unconfirmed_since', 'is not', null)
    .execute()
}
