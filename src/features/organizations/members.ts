import { may } from '#contract/roles.ts'
import type { Actor } from '../../platform/http/callers/actor.ts'
import type { CursorQuery } from '../../platform/http/input/cursor.schema.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import { problem } from '../../platform/http/problem.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import { newId } from '../../platform/kit/ids.ts'
import type { Base, Transaction } from '../../platform/store/database.ts'
import type { Role } from '../../platform/store/tables.ts'
import { touch } from '../../platform/store/trail.ts'
import type { PlanGate } from '../plans/limits.ts'
import { type Access, notAllowed, type ReachedOrganization } from './access.ts'
import * as store from './members.store.ts'
import * as organizations from './organizations.store.ts'

interface MembersOptions extends Base {
  access: Access
  gate: PlanGate
}

export type Members = ReturnType<typeof createMembers>

export const createMembers = ({ database, clock, access, gate }: MembersOptions) => {
  /** The member to change. Locks the organization. */
  const hold = async (tx: Transaction, organization: ReachedOrganization, memberId: string) => {
    await organizations.lock(tx.db, organization.id)
    const member = await store.find(tx.db, organization.id, memberId)
    if (!member) throw memberNotFound(memberId)
    return member
  }

  const keepAnOwner = async (tx: Transaction, { organization_id, id, role }: store.MemberRow) => {
    if (role !== 'owner') return
    if (!(await store.hasOtherOwner(tx.db, organization_id, id))) throw lastOwner()
  }

  /** False when the user is a member already. */
  const add = async (tx: Transaction, organizationId: string, userId: string, role: Role) => {
    const now = clock.now()
    const added = await store.insert(tx.db, {
      id: newId('mem', now),
      organization_id: organizationId,
      user_id: userId,
      role,
      joined_at: now,
    })
    if (!added) return false
    const counted = await organizations.countMembers(tx.db, organizationId, 1)
    if (counted) gate.require(counted.plan, 'members', counted.members_count - 1)
    return true
  }

  return {
    add,

    async list(actor: Actor, idOrSlug: string, query: CursorQuery) {
      const { db } = database
      const { id } = await access.organization(db, actor, idOrSlug, 'members:read')
      const page = openPage({ list: 'members', filter: [id], like: [''] as [string] }, query)
      const found = await store.list(db, id, page.part)
      const { rows, next } = page.close(found, (member) => [member.id])
      return { members: rows.map(asMember), ...next }
    },

    owners: store.owners,

    /**
     * The provider of a company decides: the user joins, or gets another role. A member who was
     * removed does not join again, and the last owner stays an owner.
     */
    async enroll(
      tx: Transaction,
      user: { id: string; email: string },
      { idOrSlug, role }: { idOrSlug: string; role: Role },
      { mayJoin }: { mayJoin: boolean },
    ): Promise<'joined' | 'changed' | 'unchanged' | 'unknown'> {
      const id = await organizations.findId(tx.db, idOrSlug)
      if (id === undefined) return 'unknown'
      await organizations.lock(tx.db, id)
      const member = await store.findByUser(tx.db, id, user.id)
      if (!member) {
        if (!mayJoin) return 'unchanged'
        await add(tx, id, user.id, role)
        touch(tx.db, id, [{ id: user.id, name: user.email }])
        return 'joined'
      }
      const isLastOwner =
        member.role === 'owner' && !(await store.hasOtherOwner(tx.db, id, member.id))
      if (member.role === role || isLastOwner) return 'unchanged'
      await store.setRole(tx.db, id, member.id, role)
      touch(tx.db, id, [{ id: member.id, name: user.email }])
      return 'changed'
    },

    async changeRole(
      tx: Transaction,
      actor: Actor,
      idOrSlug: string,
      memberId: string,
      role: Role,
    ) {
      const organization = await access.organization(tx.db, actor, idOrSlug, 'members:write')
      const member = await hold(tx, organization, memberId)
      if (member.role === 'owner' || role === 'owner') requireOwner(organization)
      if (role !== 'owner') await keepAnOwner(tx, member)
      await store.setRole(tx.db, organization.id, member.id, role)
      return asMember({ ...member, role })
    },

    async remove(tx: Transaction, actor: Actor, idOrSlug: string, memberId: string) {
      const organization = await access.organization(tx.db, actor, idOrSlug, 'members:read')
      const member = await hold(tx, organization, memberId)
      if (member.user_id !== actor.userId) {
        if (!may(organization.role, 'members:write')) {
          throw notAllowed(organization.role, 'members:write')
        }
        if (member.role === 'owner') requireOwner(organization)
      }
      await keepAnOwner(tx, member)
      if (await store.isDefaultOf(tx.db, organization.id, member.user_id)) {
        throw defaultOrganization()
      }
      await store.remove(tx.db, organization.id, member.id)
      await organizations.countMembers(tx.db, organization.id, -1)
      touch(tx.db, organization.id, [{ id: member.id, name: member.email }])
    },
  }
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
