import {
  announce,
  auditSubjects,
  type Change,
  type Context,
  omitFromAudit,
  signal,
} from '../../platform/context.ts'
import { type CursorQuery, openPage } from '../../platform/http/input/cursor.ts'
import { metadataText } from '../../platform/http/input/metadata.ts'
import { invalidField, problem, tooOften } from '../../platform/http/problem.ts'
import { dayMs, isoTime } from '../../platform/kit/clock.ts'
import { newId, newShortId } from '../../platform/kit/ids.ts'
import type { Db } from '../../platform/store/database.ts'
import { isUniqueViolation } from '../../platform/store/errors.ts'
import { takeHit } from '../../platform/store/rate-windows.ts'
import type { Role } from '../../platform/store/tables.ts'
import { slugify } from '../../platform/text/text.ts'
import { bestOf, requireQuota } from '../plans/plans.ts'
import {
  organizationNotFound,
  reachableOrganizations,
  requireConfirmedCaller,
  requireOrganization,
} from './access.ts'
import * as members from './members.store.ts'
import { addMember } from './members.ts'
import type { NewOrganization, OrganizationChanges } from './organizations.schema.ts'
import * as store from './organizations.store.ts'
import { removeUnconfirmed, remove as removeUser } from './users.store.ts'

/** Path segments of the Studio that could be confused with a slug. */
const reserved = new Set(
  (
    'about account admin analytics api assets auth billing codes conversations dashboard docs ' +
    'events help healthz home insight insights invitations keys login logout me members metrics ' +
    'new openapi organizations plan plans print profile readyz scans settings setup sign-in ' +
    'sign-out sign-up signin signout signup static studio support templates usage users v1 webhooks'
  ).split(' '),
)

const checkSlug = (slug: string) => {
  if (reserved.has(slug)) {
    throw invalidField('/slug', 'reserved', `slug must not be ${slug}: the Studio uses that word.`)
  }
}

/** The slug of a name, then the same with random endings until one is free. */
function* slugsFor(name: string): Generator<string> {
  const made = slugify(name)
  const base = made.length >= 2 ? made : 'organization'
  if (!reserved.has(base)) yield base
  for (;;) yield `${base.slice(0, 54).replace(/-$/, '')}-${newShortId()}`
}

declare module '../../platform/context.ts' {
  interface Service {
    organizations: {
      createdPerDay: number
      /** Asks the payment provider for all payments until now. */
      settlePayments: (organizationId: string) => Promise<void>
    }
  }

  interface Facts {
    /** A reaction may refuse. The row is locked, and still there. */
    organizationDeleting: store.OrganizationRow
    organizationDeleted: {
      organization: store.OrganizationRow
      actor: Pick<Actor, 'userId' | 'defaultOrganizationId'>
    }
  }
}

/** Inserts an organization without members. */
export const insertOrganization = async (
  change: Change<unknown>,
  input: NewOrganization,
): Promise<store.OrganizationRow> => {
  const now = change.now()
  const row: store.OrganizationRow = {
    id: newId('org', now),
    name: input.name,
    slug: '',
    plan: 'free',
    metadata: metadataText(input.metadata ?? {}),
    codes_active: 0,
    codes_archived: 0,
    members_count: 0,
    created_at: now,
  }
  const given = input.slug
  if (given !== undefined) checkSlug(given)
  for (const slug of given === undefined ? slugsFor(input.name) : [given]) {
    if (await store.insert(change.db, { ...row, slug })) return { ...row, slug }
  }
  throw slugTaken(given ?? '')
}

/** Organizations are never deleted automatically, so their creation rate is limited. */
const countCreation = async (change: Change) => {
  const now = change.now()
  const day = Math.floor(now / dayMs)
  const id = `organizations ${change.actor.userId} ${day}`
  const maximum = change.service.organizations.createdPerDay
  if (await takeHit(change.db, { id, maximum, expiresAt: (day + 2) * dayMs })) return
  throw tooManyOrganizations(maximum, (day + 1) * dayMs - now)
}

export const listOrganizations = async (context: Context, query: CursorQuery) => {
  const { db, actor } = context
  const filter = [actor.userId, actor.organizationId]
  const page = openPage({ list: 'organizations', filter, like: [''] as [string] }, query)
  const found = await store.list(db, reachableOrganizations(context), page.part)
  const { rows, next } = page.close(found, ({ id }) => [id])
  const total = page.isCursor
    ? await store.countReachable(db, reachableOrganizations(context))
    : rows.length
  return { organizations: rows.map(asOrganization), total, ...next }
}

/** The organizations of a user, for a page that greets the user. */
export const organizationsOfUser = store.listOfUser

export const createOrganization = async (change: Change, input: NewOrganization) => {
  const { db, actor } = change
  const { userId, organizationId, role, expiresAt } = actor
  if (organizationId !== null || role !== null || expiresAt !== null) throw narrowedKey()
  await requireConfirmedCaller(change)
  const owned = await store.lockOwned(db, userId)
  requireQuota(change, bestOf(owned), 'organizations', owned.length)
  await countCreation(change)
  const row = await insertOrganization(change, input)
  await addMember(change, row.id, userId, 'owner')
  auditSubjects(change, row.id)
  return asOrganization({ ...row, members_count: 1 })
}

export const retrieveOrganization = async (context: Context, idOrSlug: string) => {
  const row = await requireOrganization(context, idOrSlug, 'organization:read')
  return asDetail(row, row.role)
}

export const updateOrganization = async (
  change: Change,
  idOrSlug: string,
  changes: OrganizationChanges,
) => {
  const before = await requireOrganization(change, idOrSlug, 'organization:write')
  const { name = before.name, slug = before.slug, metadata } = changes
  if (slug !== before.slug) checkSlug(slug)
  const after = {
    ...before,
    name,
    slug,
    metadata: metadata ? metadataText(metadata) : before.metadata,
  }
  try {
    await store.update(change.db, after)
  } catch (error) {
    throw isUniqueViolation(error) ? slugTaken(slug) : error
  }
  return asDetail(after, before.role)
}

/** Checks the payments outside the transaction, so that no transaction waits for another company. */
export const prepareDeletion = async (context: Context, idOrSlug: string) => {
  const { id } = await requireOrganization(context, idOrSlug, 'organization:delete')
  await context.service.organizations.settlePayments(id)
  return (change: Change) => deleteOrganization(change, idOrSlug)
}

const deleteOrganization = async (change: Change, idOrSlug: string) => {
  const { db, actor } = change
  const organization = await requireOrganization(change, idOrSlug, 'organization:delete')
  const { id, name } = organization
  if (await store.isDefaultOfSomeone(db, id)) throw defaultOrganization()
  await announce(change, 'organizationDeleting', organization)
  await removeUnconfirmed(db, id)
  await removeOrganization(change, organization)
  auditSubjects(change, actor.defaultOrganizationId, [{ id, name }])
}

/** The same for an account, whose default organization goes with it when nobody else is in it. */
export const prepareUserDeletion = async ({ db, actor, service }: Context) => {
  const { id } = await store.byId(db, actor.defaultOrganizationId)
  if (await isAlone(db, id)) await service.organizations.settlePayments(id)
  return deleteUser
}

const isAlone = async (db: Db, id: string) => (await members.list(db, id, twoMembers)).length === 1
const twoMembers = { after: null, maximum: 2 }

/** Deletes the caller's account, and leaves every organization in good hands. */
const deleteUser = async (change: Change) => {
  const { db, actor } = change
  await store.lockOwned(db, actor.userId)
  const memberships = await members.ofUser(db, actor.userId)
  const needing: store.OrganizationRow[] = []
  let own: store.OrganizationRow | null = null
  for (const member of memberships) {
    const { organization_id: id } = member
    // Another owner who leaves at the same moment waits here, and is the last one then.
    await store.lock(db, id)
    const organization = await store.byId(db, id)
    if (id === actor.defaultOrganizationId && (await isAlone(db, id))) own = organization
    else if (member.role === 'owner' && !(await members.hasOtherOwner(db, id, member.id))) {
      needing.push(organization)
    } else {
      await store.countMembers(db, id, -1)
      await announce(change, 'memberGone', { organizationId: id, memberId: member.id })
      auditSubjects(change, id, [{ id: member.id, name: actor.email }])
    }
  }
  if (needing.length > 0) throw lastOwnerOf(needing)
  if (own) await announce(change, 'organizationDeleting', own)
  await removeUser(db, actor.userId)
  if (own) await removeOrganization(change, own)
}

const removeOrganization = async (change: Change, organization: store.OrganizationRow) => {
  const { id } = organization
  await store.remove(change.db, id)
  // Every process drops the codes of this organization that it has cached.
  signal(change, { kind: 'organization-deleted', organizationId: id })
  await announce(change, 'organizationDeleted', { organization, actor: change.actor })
  // The audit log of the organization is deleted with it.
  omitFromAudit(change, id)
}

/** Updates the code counters of an organization, in the transaction of the codes. */
export const countCodes = async (
  change: Change<unknown>,
  id: string,
  counts: Partial<store.CodeCounts>,
) => {
  const { active = 0, archived = 0 } = counts
  const counted = await store.countCodes(change, id, { active, archived })
  // The organization has been deleted since, and no foreign key refuses a code without an
  // organization.
  if (!counted && active + archived > 0) throw organizationNotFound(id)
  if (counted && active > 0) {
    requireQuota(change, counted.plan, 'codes', counted.codes_active - active, active)
  }
}

export const ownedOrganizations = store.ownedBy

/** Locks the organization until the end of the transaction, so that counts stay exact. */
export const lockOrganization = store.lock

const asOrganization = (row: store.OrganizationRow) => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  plan: row.plan,
  qpr_codes_count: row.codes_active + row.codes_archived,
  members_count: row.members_count,
  created_at: isoTime(row.created_at),
})

const asDetail = (row: store.OrganizationRow, role: Role) => ({
  ...asOrganization(row),
  metadata: JSON.parse(row.metadata) as Record<string, unknown>,
  role,
})

const lastOwnerOf = (organizations: store.OrganizationRow[]) =>
  problem(
    409,
    'last_owner',
    'You are the only owner of organizations. Name another owner there, or delete them, first.',
    { extra: { organizations: organizations.map(({ id, name, slug }) => ({ id, name, slug })) } },
  )

const slugTaken = (slug: string) =>
  problem(409, 'slug_taken', `The slug "${slug}" is already in use.`)

const tooManyOrganizations = (maximum: number, waitMs: number) =>
  tooOften(
    'too_many_organizations',
    `You created ${maximum} organizations today, the maximum. Try again tomorrow (UTC).`,
    waitMs,
  )

const narrowedKey = () =>
  problem(403, 'key_is_narrowed', 'Creating an organization needs a key without limits.')

const defaultOrganization = () =>
  problem(
    409,
    'default_organization',
    'This is the default organization of an account and cannot be deleted.',
  )
