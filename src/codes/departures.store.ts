import type { Db } from '../storage/database.ts'

/** Some codes of an organization that is deleted, held: no conversation begins in them meanwhile. */
export const listOfOrganization = async (db: Db, organizationId: string, most: number) =>
  await db
    .selectFrom('codes')
    .select(['id', 'scope_id'])
    .where('organization_id', '=', organizationId)
    .orderBy('status')
    .orderBy('id', 'desc')
    .limit(most)
    .forUpdate()
    .execute()

export const remove = async (db: Db, organizationId: string, id: string) => {
  await db
    .deleteFrom('codes')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Where a code is now; null: it is gone. */
export const organizationOf = async (db: Db, id: string): Promise<string | null> => {
  const code = await db
    .selectFrom('codes')
    .select('organization_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return code?.organization_id ?? null
}
