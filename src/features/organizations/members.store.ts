import type { Db } from '../../platform/store/database.ts'
import type { Role, Tables } from '../../platform/store/tables.ts'

export type MemberRow = Tables['members'] & { email: string; unconfirmed_since: number | null }

const members = (db: Db, organizationId: string) =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select([
      'members.id',
      'members.organization_id',
      'members.user_id',
      'members.role',
      'members.joined_at',
      'users.email',
      'users.unconfirmed_since',
    ])
    .where('members.organization_id', '=', organizationId)

/** In the order of joining: all, or those after a place. */
export const list = async (
  db: Db,
  organizationId: string,
  part: { after: [string] | null; maximum: number } | null,
): Promise<MemberRow[]> => {
  const all = members(db, organizationId).orderBy('members.id')
  if (!part) return await all.execute()
  const { after, maximum } = part
  return await (after ? all.where('members.id', '>', after[0]) : all).limit(maximum).execute()
}

export const find = async (db: Db, organizationId: string, memberId: string) =>
  await members(db, organizationId).where('members.id', '=', memberId).executeTakeFirst()

export const findByUser = async (db: Db, organizationId: string, userId: string) =>
  await members(db, organizationId).where('members.user_id', '=', userId).executeTakeFirst()

/** In the order of their organizations, in which locks cannot deadlock. */
export const ofUser = async (db: Db, userId: string) =>
  await db
    .selectFrom('members')
    .select(['id', 'organization_id', 'role'])
    .where('user_id', '=', userId)
    .orderBy('organization_id')
    .execute()

export const findByEmail = async (db: Db, organizationId: string, emailFolded: string) =>
  await members(db, organizationId).where('users.email_folded', '=', emailFolded).executeTakeFirst()

/** False when the user is a member already. */
export const insert = async (db: Db, row: Tables['members']): Promise<boolean> => {
  const inserted = await db
    .insertInto('members')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'organization_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const setRole = async (db: Db, organizationId: string, memberId: string, role: Role) => {
  await db
    .updateTable('members')
    .set({ role })
    .where('organization_id', '=', organizationId)
    .where('id', '=', memberId)
    .execute()
}

export const setUser = async (db: Db, organizationId: string, memberId: string, userId: string) => {
  await db
    .updateTable('members')
    .set({ user_id: userId })
    .where('organization_id', '=', organizationId)
    .where('id', '=', memberId)
    .execute()
}

export const remove = async (db: Db, organizationId: string, memberId: string) => {
  await db
    .deleteFrom('members')
    .where('organization_id', '=', organizationId)
    .where('id', '=', memberId)
    .execute()
}

export const hasOtherOwner = async (db: Db, organizationId: string, memberId: string) => {
  const other = await db
    .selectFrom('members')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'owner')
    .where('id', '!=', memberId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

export const isDefaultOf = async (db: Db, organizationId: string, userId: string) => {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('default_organization_id', '=', organizationId)
    .executeTakeFirst()
  return user !== undefined
}

/** The recipients of mails about an organization: owners whose address is confirmed. */
export const owners = async (db: Db, organizationId: string) =>
  await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(['users.email', 'users.language', 'organizations.name as organizationName'])
    .where('members.organization_id', '=', organizationId)
    .where('members.role', '=', 'owner')
    .where('users.unconfirmed_since', 'is', null)
    .execute()
