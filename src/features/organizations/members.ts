import { isAbove, may } from '#contract/roles.ts'
import {
  announce,
  auditSubjects,
  type Change,
  type Context,
  type Facts,
} from '../../platform/context.ts'
import { type CursorQuery, openPage } from '../../platform/http/input/cursor.ts'
import { problem } from '../../platform/http/problem.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import { newId } from '../../platform/kit/ids.ts'
import type { Db } from '../../platform/store/database.ts'
import type { Role } from '../../platform/store/tables.ts'
import { requireQuota } from '../plans/plans.ts'
import { notAllowed, type ReachedOrganization, requireOrganization } from './access.ts'
import * as store from './members.store.ts'
import * as organizations from './organizations.store.ts'
import { removeUnlessConfirmed } from './users.store.ts'

declare module '../../platform/context.ts' {
  interface Facts {
    /** A member leaves, or may no longer answer visitors. Announced while the row exists. */
    memberGone: { organizationId: string; memberId: string }
  }
}

/** The member to change. Locks the organization. */
const lockMember = async (
  { db }: Change,
  organization: ReachedOrganization,
  memberId: string,
): Promise<store.MemberRow> => {
  await organizations.lock(db, organization.id)
  const member = await store.find(db, organization.id, memberId)
  if (!member) throw memberNotFound(memberId)
  return member
}

const requireOtherOwner = async (
  { db }: Change,
  { organization_id, id, role }: store.MemberRow,
) => {
  if (role !== 'owner') return
  if (!(await store.hasOtherOwner(db, organization_id, id))) throw lastOwner()
}

/** False when the user is a member already. */
export const addMember = async (
  change: Change<unknown>,
  organizationId: string,
  userId: string,
  role: Role,
): Promise<boolean> => {
  const now = change.now()
  const added = await store.insert(change.db, {
    id: newId('mem', now),
    organization_id: organizationId,
    user_id: userId,
    role,
    joined_at: now,
  })
  if (!added) return false
  const counted = await organizations.countMembers(change.db, organizationId, 1)
  if (counted) requireQuota(change, counted.plan, 'members', counted.members_count - 1)
  return true
}

/** The caller has locked the organization. A user who is a member twice has the higher of both roles. */
export const absorbMember = async (
  db: Db,
  organizationId: string,
  fromId: string,
  toId: string,
) => {
  const from = await store.findByUser(db, organizationId, fromId)
  if (!from) return
  const to = await store.findByUser(db, organizationId, toId)
  if (!to) {
    await store.setUser(db, organizationId, from.id, toId)
    return
  }
  if (isAbove(from.role, to.role)) await store.setRole(db, organizationId, to.id, from.role)
  await store.remove(db, organizationId, from.id)
  await organizations.countMembers(db, organizationId, -1)
}

export const listMembers = async (context: Context, idOrSlug: string, query: CursorQuery) => {
  const { id } = await requireOrganization(context, idOrSlug, 'members:read')
  const page = openPage({ list: 'members', filter: [id], like: [''] as [string] }, query)
  const found = await store.list(context.db, id, page.part)
  const { rows, next } = page.close(found, (member) => [member.id])
  return { members: rows.map(asMember), ...next }
}

export const ownersOf = store.owners

/**
 * The provider of a company decides: the user joins, or gets another role. A member who was removed
 * does not join again, and the last owner stays an owner.
 */
export const enrollMember = async (
  change: Change<unknown>,
  user: { id: string; email: string },
  { idOrSlug, role }: { idOrSlug: string; role: Role },
  { mayJoin }: { mayJoin: boolean },
): Promise<'joined' | 'changed' | 'unchanged' | 'unknown'> => {
  const { db } = change
  const id = await organizations.findId(db, idOrSlug)
  if (id === undefined) return 'unknown'
  await organizations.lock(db, id)
  const member = await store.findByUser(db, id, user.id)
  if (!member) {
    if (!mayJoin) return 'unchanged'
    await addMember(change, id, user.id, role)
    auditSubjects(change, id, [{ id: user.id, name: user.email }])
    return 'joined'
  }
  const isLastOwner = member.role === 'owner' && !(await store.hasOtherOwner(db, id, member.id))
  if (member.role === role || isLastOwner) return 'unchanged'
  await store.setRole(db, id, member.id, role)
  await announceUnlessAnswering(change, { organizationId: id, memberId: member.id }, role)
  auditSubjects(change, id, [{ id: member.id, name: user.email }])
  return 'changed'
}

export const changeRole = async (
  change: Change,
  idOrSlug: string,
  memberId: string,
  role: Role,
) => {
  const organization = await requireOrganization(change, idOrSlug, 'members:write')
  const member = await lockMember(change, organization, memberId)
  if (member.role === 'owner' || role === 'owner') requireOwner(organization)
  if (role !== 'owner') await requireOtherOwner(change, member)
  await store.setRole(change.db, organization.id, member.id, role)
  const { id: organizationId } = organization
  await announceUnlessAnswering(change, { organizationId, memberId: member.id }, role)
  return asMember({ ...member, role })
}

export const removeMember = async (change: Change, idOrSlug: string, memberId: string) => {
  const organization = await requireOrganization(change, idOrSlug, 'members:read')
  const member = await lockMember(change, organization, memberId)
  if (member.user_id !== change.actor.userId) {
    if (!may(organization.role, 'members:write')) {
      throw notAllowed(organization.role, 'members:write')
    }
    if (member.role === 'owner') requireOwner(organization)
  }
  await requireOtherOwner(change, member)
  await announce(change, 'memberGone', { organizationId: organization.id, memberId: member.id })
  // An unconfirmed account has no other organization. Without it the address can be invited anew.
  const isGone =
    member.unconfirmed_since !== null && (await removeUnlessConfirmed(change.db, member.user_id))
  if (!isGone) {
    if (await store.isDefaultOf(change.db, organization.id, member.user_id)) {
      throw defaultOrganization()
    }
    await store.remove(change.db, organization.id, member.id)
  }
  await organizations.countMembers(change.db, organization.id, -1)
  auditSubjects(change, organization.id, [{ id: member.id, name: member.email }])
}

const announceUnlessAnswering = async (
  change: Change<unknown>,
  member: Facts['memberGone'],
  role: Role,
) => {
  if (!may(role, 'conversations:answer')) await announce(change, 'memberGone', member)
}

const asMember = ({ id, email, role, joined_at }: store.MemberRow) => ({
  id,
  email,
  role,
  joined_at: isoTime(joined_at),
})

/** Only owners may add, change or remove owners. */
const requireOwner = ({ role }: ReachedOrganization) => {
  if (role !== 'owner') {
    throw problem(403, 'role_not_allowed', `The role ${role} cannot change owners.`)
  }
}

const memberNotFound = (id: string) =>
  problem(404, 'member_not_found', `There is no member ${id.slice(0, 100)}.`)

const lastOwner = () =>
  problem(409, 'last_owner', 'An organization needs an owner. Name another one first.')

const defaultOrganization = () =>
  problem(
    409,
    'default_organization',
    'A user cannot leave the default organization of their account.',
  )
