import type { Db } from '../../platform/store/database.ts'

/** All counts of an organization, in one query. */
export const countsOf = async (db: Db, organizationId: string) =>
  await db
    .selectFrom('organizations')
    .select(['plan', 'codes_active', 'members_count'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()

export const messagesIn = async (db: Db, organizationId: string, month: number) => {
  const row = await db
    .selectFrom('organization_months')
    .select('messages')
    .where('organization_id', '=', organizationId)
    .where('month', '=', month)
    .executeTakeFirst()
  return row?.messages ?? 0
}
