import type { Db } from '../storage/database.ts'
import type { Tables } from '../storage/tables.ts'

export type InvitationRow = Tables['invitations']

const columns = [
  'invitations.id',
  'invitations.organization_id',
  'invitations.email',
  'invitations.email_folded',
  'invitations.role',
  'invitations.created_at',
  'invitations.expires_at',
] as const

/** Inviting the same address again renews the invitation: same id, new role, new expiry. */
export const upsert = async (db: Db, row: InvitationRow): Promise<InvitationRow> =>
  await db
    .insertInto('invitations')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'email_folded'])
        .doUpdateSet({ email: row.email, role: row.role, expires_at: row.expires_at }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Oldest first; all of them, or those behind a place. */
export const list = async (
  db: Db,
  organizationId: string,
  now: number,
  part: { after: [string] | null; most: number } | null,
): Promise<InvitationRow[]> => {
  const all = db
    .selectFrom('invitations')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('expires_at', '>', now)
    .orderBy('id')
  if (!part) return await all.execute()
  const { after, most } = part
  return await (after ? all.where('id', '>', after[0]) : all).limit(most).execute()
}

export const find = async (db: Db, organizationId: string, id: string) =>
  await db
    .selectFrom('invitations')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

export const findByEmail = async (db: Db, organizationId: string, emailFolded: string) =>
  await db
    .selectFrom('invitations')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('email_folded', '=', emailFolded)
    .executeTakeFirst()

/** For the bearer of the link, whose token stands for the right to see it. */
export const findForLink = async (db: Db, id: string) =>
  await db
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .select([...columns, 'organizations.name as organization_name'])
    .where('invitations.id', '=', id)
    .executeTakeFirst()

/** False when somebody else took it away meanwhile: it is accepted once. */
export const remove = async (db: Db, organizationId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('invitations')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
