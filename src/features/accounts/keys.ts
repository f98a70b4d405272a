import { isAbove, may } from '#contract/roles.ts'
import type { Actor, Change, Context } from '../../platform/context.ts'
import { auditSubjects } from '../../platform/context.ts'
import { endedActor } from '../../platform/http/callers/authentication.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import { invalidField, limitReached, problem } from '../../platform/http/problem.ts'
import { isoTime, isoTimeOrNull, secondMs } from '../../platform/kit/clock.ts'
import { newApiKeyText, newId, sha256Hex } from '../../platform/kit/ids.ts'
import { findOrganization, requireOrganization } from '../organizations/access.ts'
import { isInForce } from './authenticator.ts'
import type { KeyQuery, NewKey } from './keys.schema.ts'
import * as store from './keys.store.ts'

declare module '../../platform/context.ts' {
  interface Service {
    /** The maximum number of valid keys of a user. */
    maxKeys: number
  }
}

/**
 * The maximum number of values of a key that are valid at once, while former values are in their
 * grace period.
 */
const maxTexts = 10

/** The restrictions of a key; null means unrestricted. */
type Reach = Pick<store.KeyRow, 'organization_id' | 'role' | 'expires_at'>

/** A key cannot create, show or change a key with more permissions than its own. */
const reachesFurther = (reach: Reach, actor: Actor): boolean =>
  (actor.organizationId !== null && reach.organization_id !== actor.organizationId) ||
  (actor.role !== null && (reach.role === null || isAbove(reach.role, actor.role))) ||
  (actor.expiresAt !== null && (reach.expires_at === null || reach.expires_at > actor.expiresAt))

/** The caller's own key, or a key of an organization whose keys the caller manages; 404 otherwise. */
const requireKey = async (context: Context, id: string) => {
  const { db, actor } = context
  const key = await store.find(db, id)
  if (!key || reachesFurther(key, actor)) throw keyNotFound(id)
  if (key.user_id === actor.userId) return key
  if (key.organization_id === null) throw keyNotFound(id)
  const organization = await findOrganization(context, key.organization_id)
  if (!organization || !may(organization.role, 'keys:manage')) throw keyNotFound(id)
  return key
}

const insertKey = async (
  change: Change<unknown>,
  userId: string,
  name: string,
  reach: Reach,
  text: string,
) => {
  const now = change.now()
  const row: store.KeyRow = {
    id: newId('key', now),
    user_id: userId,
    name,
    ...reach,
    revoked_at: null,
    last_used_at: null,
    created_at: now,
  }
  await store.insert(change.db, row, sha256Hex(text))
  return { id: row.id, name, key: text, created_at: isoTime(now) }
}

/** A key for all organizations is noted in the default organization of its caller. */
const auditKey = (change: Change, key: Pick<store.KeyRow, 'id' | 'name'> & Reach) =>
  auditSubjects(change, key.organization_id ?? change.actor.defaultOrganizationId, [
    { id: key.id, name: key.name },
  ])

/**
 * Locks the user, so that the number of keys cannot change until the commit. What ends all access of a
 * user locks the user too, so the check after the lock is final.
 */
const requireKeyQuota = async (change: Change) => {
  const { db, actor, service } = change
  await store.lockUser(db, actor.userId)
  if (!(await isInForce(change))) throw endedActor(actor)
  const now = change.now()
  if ((await store.countInForce(db, actor.userId, now)) >= service.maxKeys) {
    throw tooManyKeys(service.maxKeys)
  }
  // Ended keys stay visible, up to a limit.
  await store.removeEnded(db, actor.userId, now, service.maxKeys)
}

/** For the first start and the command line, which have no actor. */
export const installKey = (
  change: Change<unknown>,
  userId: string,
  name: string,
  text = newApiKeyText(),
) => insertKey(change, userId, name, { organization_id: null, role: null, expires_at: null }, text)

export const createKey = async (change: Change, input: NewKey) => {
  const { actor } = change
  const named = input.organization_id ?? actor.organizationId
  // The organization of the caller's key is looked up too, because it may have just been deleted.
  const organizationId =
    named === null ? null : (await requireOrganization(change, named, 'organization:read')).id
  const reach: Reach = {
    organization_id: organizationId,
    role: input.role ?? actor.role,
    expires_at: input.expires_at === undefined ? actor.expiresAt : Date.parse(input.expires_at),
  }
  if (reach.expires_at !== null && reach.expires_at <= change.now()) throw alreadyExpired()
  if (reachesFurther(reach, actor)) throw widerKey()
  await requireKeyQuota(change)
  const key = await insertKey(change, actor.userId, input.name, reach, newApiKeyText())
  auditKey(change, { ...reach, ...key })
  return key
}

export const listKeys = async (context: Context, query: KeyQuery) => {
  const { actor } = context
  const named = query.organization_id ?? actor.organizationId
  const filter = [actor.userId, named]
  const page = openPage({ list: 'keys', filter, like: [''] as [string] }, query)
  const keys = await listReadable(context, named)
  const [after] = page.after ?? []
  // The store reads no pages, because the number of keys of a user is limited.
  const { rows, next } = page.close(
    keys.filter((key) => !reachesFurther(key, actor) && (!after || key.id < after)),
    ({ id }) => [id],
  )
  return { keys: rows.map(query.view === 'full' ? asDetail : asKey), ...next }
}

/** The caller's own keys, or those of an organization: all of them for its managers. */
const listReadable = async (
  context: Context,
  organizationIdOrSlug: string | null,
): Promise<store.OwnedKey[]> => {
  const { db, actor } = context
  if (organizationIdOrSlug === null) return await store.listOfUser(db, actor.userId)
  const organization = await requireOrganization(context, organizationIdOrSlug, 'organization:read')
  const all = await store.listOfOrganization(db, organization.id)
  if (may(organization.role, 'keys:manage')) return all
  return all.filter((key) => key.user_id === actor.userId)
}

export const retrieveKey = async (context: Context, id: string) =>
  asDetail(await requireKey(context, id))

export const revokeKey = async (change: Change, id: string) => {
  const key = await requireKey(change, id)
  await store.revoke(change.db, key.id, change.now())
  auditKey(change, key)
}

/** Only the owner of a key may see its value, so only the owner can rotate it. */
export const rotateKey = async (change: Change, id: string, graceSeconds: number) => {
  const { db } = change
  const key = await requireKey(change, id)
  if (key.user_id !== change.actor.userId) throw keyOfAnother()
  if (key.revoked_at !== null) throw keyRevoked()
  await store.lockUser(db, key.user_id)
  const text = newApiKeyText()
  const now = change.now()
  await store.removeEndedTexts(db, key.id, now)
  await store.rotate(db, key.id, sha256Hex(text), now + graceSeconds * secondMs)
  if ((await store.countTexts(db, key.id, now)) > maxTexts) throw tooManyTexts()
  auditKey(change, key)
  return { id: key.id, name: key.name, key: text, created_at: isoTime(key.created_at) }
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

const tooManyKeys = (maxKeys: number) =>
  limitReached(
    `You have ${maxKeys} API keys, the maximum. Revoke one that you no longer need first.`,
  )

const tooManyTexts = () =>
  limitReached(
    `This key was rotated ${maxTexts - 1} times within its grace period. Wait, or rotate it ` +
      'with grace_seconds 0, which ends the previous values immediately.',
  )

const keyRevoked = () => problem(409, 'key_revoked', 'This key was revoked. Create a new one.')

const alreadyExpired = () =>
  invalidField('/expires_at', 'too_small', 'expires_at must be in the future.')
