import { lowerOf, may, type Permission } from '#contract/roles.ts'
import type { Context } from '../../platform/context.ts'
import { auditSubjects } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import type { Role } from '../../platform/store/tables.ts'
import type { InvitationRow, Inviter } from './invitations.store.ts'
import { findReachable, type OrganizationRow, reachableIds } from './organizations.store.ts'
import { type User, userById } from './users.store.ts'

export interface ReachedOrganization extends OrganizationRow {
  /** The actor's role here: the member's role, limited by the key. */
  role: Role
}

type Reading = Pick<Context, 'db' | 'actor' | 'audit'>

/** Null when the actor cannot reach it. */
export const findOrganization = async (
  { db, actor }: Reading,
  idOrSlug: string,
): Promise<ReachedOrganization | null> => {
  const found = await findReachable(db, actor.userId, idOrSlug)
  if (!found) return null
  if (actor.organizationId !== null && found.id !== actor.organizationId) return null
  return { ...found, role: lowerOf(found.role, actor.role) }
}

/**
 * The organization of a request, by id, slug or default, with a permission check. 404, not 403, for
 * outsiders: they must not learn which organizations exist. A change notes the organization for the
 * audit log.
 */
export const requireOrganization = async (
  context: Reading,
  idOrSlug: string | undefined,
  permission: Permission,
): Promise<ReachedOrganization> => {
  const { organizationId, defaultOrganizationId } = context.actor
  const named = idOrSlug ?? organizationId ?? defaultOrganizationId
  const found = await findOrganization(context, named)
  if (!found) throw organizationNotFound(named)
  if (!may(found.role, permission)) throw notAllowed(found.role, permission)
  auditSubjects(context, found.id)
  return found
}

/** Nobody has proved yet that the mailbox is theirs, so the account stays where it was invited. */
export const requireConfirmed = ({ email, unconfirmed_since }: User) => {
  if (unconfirmed_since !== null) throw addressUnconfirmed(email)
}

export const requireConfirmedCaller = async ({ db, actor }: Pick<Context, 'db' | 'actor'>) =>
  requireConfirmed(await userById(db, actor.userId))

export type ReachableIds = ReturnType<typeof reachableIds>

/** The ids of all organizations that the actor reaches, for `where organization_id in (…)`. */
export const reachableOrganizations = ({
  db,
  actor,
}: Pick<Context, 'db' | 'actor'>): ReachableIds =>
  reachableIds(db, actor.userId, actor.organizationId)

export const organizationNotFound = (idOrSlug: string) =>
  problem(404, 'organization_not_found', `There is no organization ${idOrSlug.slice(0, 100)}.`)

export const notAllowed = (role: Role, permission: Permission) =>
  problem(403, 'role_not_allowed', `The role ${role} does not include ${permission}.`)

const addressUnconfirmed = (email: string) =>
  problem(
    403,
    'address_unconfirmed',
    `Nobody has confirmed yet that ${email} is theirs. Sign in with a link to this address first.`,
    {
      translations: {
        de:
          `Noch niemand hat bestätigt, dass ${email} die eigene Adresse ist. Melden Sie sich ` +
          'zuerst mit einem Link an diese Adresse an.',
        fr: `Personne n’a encore confirmé que ${email} est son adresse. Connectez-vous d’abord avec un lien envoyé à cette adresse.`,
        es: `Nadie ha confirmado todavía que ${email} sea su dirección. Inicie sesión primero con un enlace a esa dirección.`,
        it: `Nessuno ha ancora confermato che ${email} sia il proprio indirizzo. Acceda prima con un link a questo indirizzo.`,
      },
    },
  )

/**
 * Whether the inviter could still send this invitation: as a member whose role may grant the role
 * and, if it was sent with an API key, with a key that is still valid. An invitation is worth no
 * more than the permission of its inviter.
 */
export const mayStillInvite = (row: InvitationRow & Inviter, now: number): boolean => {
  // Sent by a version that did not record the inviter.
  if (row.invited_by === null) return true
  if (row.inviter_role === null) return false
  if (row.invited_key_id !== null && !isKeyInForce(row, now)) return false
  const role = lowerOf(row.inviter_role, row.key_role)
  return may(role, 'invitations:write') && mayGrant(role, row.role)
}

/** Owners may grant any role, admins all but owner. */
export const mayGrant = (own: Role, granted: Role): boolean =>
  granted !== 'owner' || own === 'owner'

const isKeyInForce = ({ key_id, key_revoked_at, key_expires_at }: Inviter, now: number): boolean =>
  key_id !== null && key_revoked_at === null && (key_expires_at === null || key_expires_at > now)
