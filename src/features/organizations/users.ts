import { announce, type Change } from '../../platform/context.ts'
import { minuteMs } from '../../platform/kit/clock.ts'
import { hash64, newId } from '../../platform/kit/ids.ts'
import type { Db } from '../../platform/store/database.ts'
import { countHit } from '../../platform/store/rate-windows.ts'
import { emailKey } from '../../platform/text/email.ts'
import { absorbMember, addMember } from './members.ts'
import { lock as lockOrganization } from './organizations.store.ts'
import { insertOrganization } from './organizations.ts'
import * as store from './users.store.ts'

type User = store.User

declare module '../../platform/context.ts' {
  interface Facts {
    /** The holder of the mailbox has come. Until now anybody with a copied link had the account. */
    addressConfirmed: { userId: string }
  }
}

const insertOwnOrganization = async (change: Change<unknown>, email: string): Promise<string> => {
  const [localPart = email] = email.split('@')
  return (await insertOrganization(change, { name: `${localPart}’s organization` })).id
}

const insertUser = async (
  change: Change<unknown>,
  email: string,
  rest: Pick<User, 'default_organization_id' | 'unconfirmed_since'>,
): Promise<User> => {
  const now = change.now()
  const user = {
    id: newId('usr', now),
    email,
    email_folded: emailKey(email),
    created_at: now,
    ...rest,
  }
  await store.insert(change.db, user)
  return user
}

/** Every account gets its own default organization. */
export const createUser = async (change: Change<unknown>, email: string): Promise<User> => {
  const default_organization_id = await insertOwnOrganization(change, email)
  const user = await insertUser(change, email, { default_organization_id, unconfirmed_since: null })
  await addMember(change, default_organization_id, user.id, 'owner')
  return user
}

/**
 * An account of a copied link, whose holder has proved nothing. It has no organization of its own: a
 * stranger who comes before the holder of the mailbox must not prepare one for them.
 */
export const createUnconfirmedUser = (
  change: Change<unknown>,
  email: string,
  organizationId: string,
): Promise<User> =>
  insertUser(change, email, {
    default_organization_id: organizationId,
    unconfirmed_since: change.now(),
  })

/**
 * The caller has proved the mailbox, and has locked the address. An unconfirmed account becomes a
 * whole one, and everybody who used it before loses access.
 */
export const confirmAddress = async (change: Change<unknown>, user: User): Promise<User> => {
  if (user.unconfirmed_since === null) return user
  const own = {
    default_organization_id: await insertOwnOrganization(change, user.email),
    unconfirmed_since: null,
  }
  await store.update(change.db, user.id, own)
  await addMember(change, own.default_organization_id, user.id, 'owner')
  await announce(change, 'addressConfirmed', { userId: user.id })
  return { ...user, ...own }
}

/**
 * The caller has proved the mailbox and has locked the address, and takes it for the account of
 * `userId`. The membership goes along, as after a sign-in: the organization may have no other owner.
 */
export const absorbUnconfirmed = async (
  change: Change<unknown>,
  { id, default_organization_id: organizationId }: User,
  userId: string,
) => {
  const { db } = change
  // A removal of the member locks it too, before the account.
  await lockOrganization(db, organizationId)
  await absorbMember(db, organizationId, id, userId)
  await store.remove(db, id)
}

/**
 * Locks the address until the end of the transaction: a link that is used twice at the same time
 * must not create two accounts.
 */
export const lockAddress = async (change: Change<unknown>, email: string) => {
  const id = `account ${hash64(emailKey(email))}`
  await countHit(change.db, id, change.now() + minuteMs)
}

/** For a caller who has proved the mailbox. */
export const findOrCreateUser = async (change: Change<unknown>, email: string): Promise<User> => {
  const known = await store.find(change.db, email)
  if (known?.unconfirmed_since === null) return known
  await lockAddress(change, email)
  const current = await store.find(change.db, email)
  return current ? await confirmAddress(change, current) : await createUser(change, email)
}

export const findUser = ({ db }: { db: Db }, email: string) => store.find(db, email)
