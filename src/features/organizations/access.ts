import { lowerOf, may, type Permission } from '#contract/roles.ts'
import type { Actor } from '../../platform/http/callers/actor.ts'
import { problem } from '../../platform/http/problem.ts'
import type { Db } from '../../platform/store/database.ts'
import type { Role } from '../../platform/store/tables.ts'
import { touch } from '../../platform/store/trail.ts'
import { findReachable, type OrganizationRow, reachableIds } from './organizations.store.ts'

export interface ReachedOrganization extends OrganizationRow {
  /** The actor's role here: the member's role, limited by the key. */
  role: Role
}

export interface Access {
  /** Null when the actor cannot reach it. */
  find(db: Db, actor: Actor, idOrSlug: string): Promise<ReachedOrganization | null>
  /**
   * The organization of a request, by id, slug or default, with a permission check. 404, not 403,
   * for outsiders: they must not learn which organizations exist. In a change this also notes the
   * organization for the audit log.
   */
  organization(
    db: Db,
    actor: Actor,
    idOrSlug: string | undefined,
    permission: Permission,
  ): Promise<ReachedOrganization>
  /** The ids of all organizations that an actor reaches, for `where organization_id in (…)`. */
  reachable(db: Db, actor: Actor): ReachableIds
}

export type ReachableIds = ReturnType<typeof reachableIds>

const find: Access['find'] = async (db, actor, idOrSlug) => {
  const found = await findReachable(db, actor.userId, idOrSlug)
  if (!found) return null
  if (actor.organizationId !== null && found.id !== actor.organizationId) return null
  return { ...found, role: lowerOf(found.role, actor.role) }
}

export const access: Access = {
  find,
  async organization(db, actor, idOrSlug, permission) {
    const named = idOrSlug ?? actor.organizationId ?? actor.defaultOrganizationId
    const found = await find(db, actor, named)
    if (!found) throw organizationNotFound(named)
    if (!may(found.role, permission)) throw notAllowed(found.role, permission)
    touch(db, found.id)
    return found
  },
  reachable: (db, actor) => reachableIds(db, actor.userId, actor.organizationId),
}

export const organizationNotFound = (idOrSlug: string) =>
  problem(404, 'organization_not_found', `There is no organization ${idOrSlug.slice(0, 100)}.`)

export const notAllowed = (role: Role, permission: Permission) =>
  problem(403, 'role_not_allowed', `The role ${role} does not include ${permission}.`)
