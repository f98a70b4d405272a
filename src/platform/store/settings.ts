import type { Db } from './database.ts'

/** What the service has stored about itself. */
export const findSetting = async (db: Db, name: string): Promise<string | null> => {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value ?? null
}

/** Whether the setting is new. The value of an existing one stays. */
export const addSetting = async (db: Db, name: string, value: string): Promise<boolean> => {
  const added = await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst()
  return added !== undefined
}

export const putSetting = async (db: Db, name: string, value: string) => {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
