import type { Db } from '../../platform/store/database.ts'

/**
 * Some codes of a deleted organization, locked, so that no conversation starts in them meanwhile.
 */
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

/** The current organization of a code; null when it is deleted. */
export const organizationOf = async (db: Db, id: string): Promise<string | null> => {
  const code = await db
    .selectFrom('codes')
    .select('organization_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return code?.organization_id ?? null
}
