import type { Db } from '../../platform/store/database.ts'
import type { Tables } from '../../platform/store/tables.ts'

export type Notice = Tables['limit_notices']

/** False when the notice was recorded before: only the first process sends it. */
export const insert = async (db: Db, notice: Notice): Promise<boolean> => {
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

/** After a plan change the limits differ, so notices may be sent again. */
export const deleteAll = async (db: Db, organizationId: string) => {
  await db.deleteFrom('limit_notices').where('organization_id', '=', organizationId).execute()
}
