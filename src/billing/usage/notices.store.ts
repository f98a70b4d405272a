import type { Db } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables.ts'

export type Notice = Tables['limit_notices']

/** False where it was noted before: whoever notes it first tells of it. */
export const note = async (db: Db, notice: Notice): Promise<boolean> => {
  const noted = await db
    .insertInto('limit_notices')
    .values(notice)
    .onConflict((conflict) => conflict.doNothing())
    .returning('organization_id')
    .executeTakeFirst()
  return noted !== undefined
}

export const listOf = async (
  db: Db,
  organizationIds: string[],
  month: number,
  limitName: string,
): Promise<Notice[]> =>
  await db
    .selectFrom('limit_notices')
    .selectAll()
    .where('organization_id', 'in', organizationIds)
    .where('month', '=', month)
    .where('limit_name', '=', limitName)
    .execute()

/** Another plan has other limits, of which nobody was told yet. */
export const forget = async (db: Db, organizationId: string) => {
  await db.deleteFrom('limit_notices').where('organization_id', '=', organizationId).execute()
}
