import type { Actor } from '../../platform/http/callers/actor.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import { invalidField, limitReached, problem } from '../../platform/http/problem.ts'
import { isoTime, isoTimeOrNull, secondMs } from '../../platform/kit/clock.ts'
import { newApiKeyText, newId, sha256Hex } from '../../platform/kit/ids.ts'
import type { Base, Database, Transaction } from '../../platform/store/database.ts'
import type { Role } from '../../platform/store/tables.ts'
import { touch } from '../../platform/trail.ts'
import type { Access } from '../organizations/access.ts'
import type { KeyQuery, NewKey } from './keys.schema.ts'
import * as store from './keys.store.ts'

/**
 * The maximum number of values of a key that are valid at once, while former values are in their
 * grace period.
 */
const mostTexts = 10

interface KeysOptions extends Base {
  access: Access
  /** The maximum number of valid keys of a user. */
  mostKeys: number
  roles: {
    isAbove(role: Role, other: Role): boolean
    may(role: Role, permission: 'keys:manage'): boolean
  }
}

/** The restrictions of a key; null means unrestricted. */
type Reach = Pick<store.KeyRow, 'organization_id' | 'role' | 'expires_at'>

export type Keys = ReturnType<typeof createKeys>

export const createKeys = ({ database, clock, access, mostKeys, roles }: KeysOptions) => {
  /** A key cannot create, show or change a key with more permissions than its own. */
  const reachesFurther = (reach: Reach, actor: Actor): boolean =>
    (actor.organizationId !== null && reach.organization_id !== actor.organizationId) ||
    (actor.role !== null && (reach.role === null || roles.isAbove(reach.role, actor.role))) ||
    (actor.expiresAt !== null && (reach.expires_at === null || reach.expires_at > actor.expiresAt))

  /**
   * The caller's own key, or a key of an organization whose keys the caller manages; 404 otherwise.
   */
  const findManageable = async (db: Database['db'], actor: Actor, id: string) => {
    const key = await store.find(db, id)
    if (!key || reachesFurther(key, actor)) throw keyNotFound(id)
    if (key.user_id === actor.userId) return key
    if (key.organization_id === null) throw keyNotFound(id)
    const organization = await access.find(db, actor, key.organization_id)
    if (!organization || !roles.may(organization.role, 'keys:manage')) throw keyNotFound(id)
    return key
  }

  const insert = async (
    tx: Transaction,
    userId: string,
    name: string,
    reach: Reach,
    text: string,
  ) => {
    const now = clock.now()
    const row: store.KeyRow = {
      id: newId('key', now),
      user_id: userId,
      name,
      ...reach,
      revoked_at: null,
      last_used_at: null,
      created_at: now,
    }
    await store.insert(tx.db, row, sha256Hex(text))
    return { id: row.id, name, key: text, created_at: isoTime(now) }
  }

  /** A key for all organizations is noted in the default organization of its caller. */
  const noteKey = (tx: Transaction, actor: Actor, key: Pick<store.KeyRow, 'id' | 'name'> & Reach) =>
    touch(tx.db, key.organization_id ?? actor.defaultOrganizationId, [
      { id: key.id, name: key.name },
    ])

  /** Locks the user, so that the number of keys cannot change until the commit. */
  const requireRoom = async ({ db }: Transaction, userId: string) => {
    await store.holdUser(db, userId)
    const now = clock.now()
    if ((await store.countInForce(db, userId, now)) >= mostKeys) throw tooManyKeys(mostKeys)
    // Ended keys stay visible, up to a limit.
    await store.removeEnded(db, userId, now, mostKeys)
  }

  return {
    /** For the first start and the command line, which have no actor. */
    install: (tx: Transaction, userId: string, name: string, text = newApiKeyText()) =>
      insert(tx, userId, name, { organization_id: null, role: null, expires_at: null }, text),

    async create(tx: Transaction, actor: Actor, input: NewKey) {
      const named = input.organization_id ?? actor.organizationId
      // The organization of the caller's key is looked up too, because it may have just been
      // deleted.
      const organizationId =
        named === null
          ? null
          : (await access.organization(tx.db, actor, named, 'organization:read')).id
      const reach: Reach = {
        organization_id: organizationId,
        role: input.role ?? actor.role,
        expires_at: input.expires_at === undefined ? actor.expiresAt : Date.parse(input.expires_at),
      }
      if (reach.expires_at !== null && reach.expires_at <= clock.now()) throw alreadyExpired()
      if (reachesFurther(reach, actor)) throw widerKey()
      await requireRoom(tx, actor.userId)
      const key = await insert(tx, actor.userId, input.name, reach, newApiKeyText())
      noteKey(tx, actor, { ...reach, ...key })
      return key
    },

    async list(actor: Actor, query: KeyQuery) {
      const { organization_id, view } = query
      const { db } = database
      const filter = [actor.userId, organization_id ?? actor.organizationId]
      const page = openPage({ list: 'keys', filter, like: [''] as [string] }, query)
      /** No page is needed, because the number of keys of a user is limited. */
      const show = (keys: store.OwnedKey[]) => {
        const [after] = page.after ?? []
        const { rows, next } = page.close(
          keys.filter((key) => !reachesFurther(key, actor) && (!after || key.id < after)),
          ({ id }) => [id],
        )
        return { keys: rows.map(asListed), ...next }
      }
      const asListed = view === 'full' ? asDetail : asKey
      const named = organization_id ?? actor.organizationId
      if (named === null) {
        const own = await store.listOfUser(db, actor.userId)
        return show(own)
      }
      const organization = await access.organization(db, actor, named, 'organization:read')
      const all = await store.listOfOrganization(db, organization.id)
      const managesAll = roles.may(organization.role, 'keys:manage')
      return show(all.filter((key) => managesAll || key.user_id === actor.userId))
    },

    async retrieve(actor: Actor, id: string) {
      return asDetail(await findManageable(database.db, actor, id))
    },

    async revoke(tx: Transaction, actor: Actor, id: string) {
      const key = await findManageable(tx.db, actor, id)
      await store.revoke(tx.db, key.id, clock.now())
      noteKey(tx, actor, key)
    },

    /** Only the owner of a key may see its value, so only the owner can rotate it. */
    async rotate(tx: Transaction, actor: Actor, id: string, graceSeconds: number) {
      const key = await findManageable(tx.db, actor, id)
      if (key.user_id !== actor.userId) throw keyOfAnother()
      if (key.revoked_at !== null) throw keyRevoked()
      await store.holdUser(tx.db, key.user_id)
      const text = newApiKeyText()
      const now = clock.now()
      await store.removeEndedTexts(tx.db, key.id, now)
      await store.rotate(tx.db, key.id, sha256Hex(text), now + graceSeconds * secondMs)
      if ((await store.countTexts(tx.db, key.id, now)) > mostTexts) throw tooManyTexts()
      noteKey(tx, actor, key)
      return { id: key.id, name: key.name, key: text, created_at: isoTime(key.created_at) }
    },
  }
}

const asKey = (key: store.KeyRow) => ({
  id: key.id,
  name: key.name,
  last_used_at: isoTimeOrNull(key.last_used_at),
  revoked: key.revoked_at !== null,
  created_at: isoTime(key.created_at),
})

const asDetail = (key: store.OwnedKey) => ({
  ...asKey(key),
  user_email: key.email,
  organization_id: key.organization_id,
  role: key.role,
  expires_at: isoTimeOrNull(key.expires_at),
})

const keyNotFound = (id: string) =>
  problem(404, 'key_not_found', `There is no key ${id.slice(0, 100)}.`)

const widerKey = () =>
  problem(403, 'wider_key', 'A key cannot create a key with more permissions than its own.')

const keyOfAnother = () =>
  problem(403, 'key_of_another', 'Only the user of a key can rotate it. You can revoke it.')

const tooManyKeys = (most: number) =>
  limitReached(`You have ${most} API keys, the maximum. Revoke one that you no longer need first.`)

const tooManyTexts = () =>
  limitReached(
    `This key was rotated ${mostTexts - 1} times within its grace period. Wait, or rotate it ` +
      'with grace_seconds 0, which ends the previous values immediately.',
  )

const keyRevoked = () => problem(409, 'key_revoked', 'This key was revoked. Create a new one.')

const alreadyExpired = () =>
  invalidField('/expires_at', 'too_small', 'expires_at must be in the future.')
