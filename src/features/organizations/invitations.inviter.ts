import { lowerOf, may } from '#contract/roles.ts'
import type { Role } from '../../platform/store/tables.ts'
import type { InvitationRow, Inviter } from './invitations.store.ts'

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
