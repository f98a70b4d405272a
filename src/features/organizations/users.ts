import type { Change } from '../../platform/context.ts'
import { minuteMs } from '../../platform/kit/clock.ts'
import { hash64, newId } from '../../platform/kit/ids.ts'
import type { Db } from '../../platform/store/database.ts'
import { countHit } from '../../platform/store/rate-windows.ts'
import type { Tables } from '../../platform/store/tables.ts'
import { emailKey } from '../../platform/text/email.ts'
import { addMember } from './members.ts'
import { insertOrganization } from './organizations.ts'

type User = Pick<
  Tables['users'],
  'id' | 'email' | 'email_folded' | 'default_organization_id' | 'created_at'
>

/** Every account gets its own default organization. */
export const createUser = async (change: Change<unknown>, email: string): Promise<User> => {
  const [localPart = email] = email.split('@')
  const organization = await insertOrganization(change, { name: `${localPart}’s organization` })
  const now = change.now()
  const user: User = {
    id: newId('usr', now),
    email,
    email_folded: emailKey(email),
    default_organization_id: organization.id,
    created_at: now,
  }
  await change.db.insertInto('users').values(user).execute()
  await addMember(change, organization.id, user.id, 'owner')
  return user
}

/**
 * Locks the address until the end of the transaction: a link that is used twice at the same time
 * must not create two accounts.
 */
export const lockAddress = async (change: Change<unknown>, email: string) => {
  const id = `account ${hash64(emailKey(email))}`
  await countHit(change.db, id, change.now() + minuteMs)
}

export const findOrCreateUser = async (change: Change<unknown>, email: string): Promise<User> => {
  const known = await findUser(change, email)
  if (known) return known
  await lockAddress(change, email)
  return (await findUser(change, email)) ?? (await createUser(change, email))
}

/** Compares addresses case-insensitively, and domains as punycode. */
export const findUser = async ({ db }: { db: Db }, email: string): Promise<User | undefined> =>
  await db
    .selectFrom('users')
    .select(['id', 'email', 'email_folded', 'default_organization_id', 'created_at'])
    .where('email_folded', '=', emailKey(email))
    .executeTakeFirst()
