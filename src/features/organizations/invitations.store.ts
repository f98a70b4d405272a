import type { Db } from '../../platform/store/database.ts'
import type { Role, Tables } from '../../platform/store/tables.ts'

/** The current role and key of the inviter. */
export interface Inviter {
  /** Null when the inviter is no longer a member. */
  inviter_role: Role | null
  /** The API key that sent the invitation; null if there was none. */
  key_id: string | null
  key_role: Role | null
  key_revoked_at: number | null
  key_expires_at: number | null
}

export type InvitationRow = Tables['invitations']

const columns = [
  'invitations.id',
  'invitations.organization_id',
  'invitations.email',
  'invitations.email_folded',
  'invitations.role',
  'invitations.created_at',
  'invitations.expires_at',
  'invitations.invited_by',
  'invitations.invited_key_id',
] as const

/** Inviting the same address again renews the invitation: same id, new role, new expiry. */
export const upsert = async (db: Db, row: InvitationRow): Promise<InvitationRow> =>
  await db
    .insertInto('invitations')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'email_folded']).doUpdateSet({
        email: row.email,
        role: row.role,
        expires_at: row.expires_at,
        invited_by: row.invited_by,
        invited_key_id: row.invited_key_id,
      }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Joins the current role and key of the inviter. */
const withInviter = (db: Db) =>
  db
    .selectFrom('invitations')
    .leftJoin('members', (join) =>
      join
        .onRef('members.user_id', '=', 'invitations.invited_by')
        .onRef('members.organization_id', '=', 'invitations.organization_id'),
    )
    .leftJoin('api_keys', 'api_keys.id', 'invitations.invited_key_id')
    .select([
      ...columns,
      'members.role as inviter_role',
      'api_keys.id as key_id',
      'api_keys.role as key_role',
      'api_keys.revoked_at as key_revoked_at',
      'api_keys.expires_at as key_expires_at',
    ])

/** Invitations that have not expired. */
export const list = async (db: Db, organizationId: string, now: number) =>
  await withInviter(db)
    .where('invitations.organization_id', '=', organizationId)
    .where('invitations.expires_at', '>', now)
    .orderBy('invitations.id')
    .execute()

export const find = async (db: Db, organizationId: string, id: string) =>
  await withInviter(db)
    .where('invitations.organization_id', '=', organizationId)
    .where('invitations.id', '=', id)
    .executeTakeFirst()

export const findByEmail = async (db: Db, organizationId: string, emailFolded: string) =>
  await db
    .selectFrom('invitations')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('email_folded', '=', emailFolded)
    .executeTakeFirst()

/** For the holder of the link, whose token authorizes the request. */
export const findForLink = async (db: Db, id: string) =>
  await withInviter(db)
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .select('organizations.name as organization_name')
    .where('invitations.id', '=', id)
    .executeTakeFirst()

/** False when another request removed it first, so that it is accepted only once. */
export const remove = async (db: Db, organizationId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('invitations')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
