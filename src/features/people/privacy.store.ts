import type { Db } from '../../platform/store/database.ts'
import type { Tables } from '../../platform/store/tables.ts'

type PrivacyRow = Tables['organization_privacy']
export type PrivacyValues = Omit<PrivacyRow, 'organization_id'>

const nothing: PrivacyValues = { conversation_days: null, lead_days: null, question_days: null }

const rows = (db: Db) =>
  db
    .selectFrom('organization_privacy')
    .select(['organization_id', 'conversation_days', 'lead_days', 'question_days'])

export const find = async (db: Db, organizationId: string): Promise<PrivacyValues> =>
  (await rows(db).where('organization_id', '=', organizationId).executeTakeFirst()) ?? nothing

export const save = async (db: Db, organizationId: string, values: PrivacyValues) => {
  await db
    .insertInto('organization_privacy')
    .values({ organization_id: organizationId, ...values })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
    .execute()
}

const pageSize = 100

/** The choices of all organizations, in small batches. */
export async function* all(db: Db): AsyncGenerator<PrivacyRow> {
  let after = ''
  for (;;) {
    const some = await rows(db)
      .where('organization_id', '>', after)
      .orderBy('organization_id')
      .limit(pageSize)
      .execute()
    yield* some
    const last = some.at(-1)
    if (!last || some.length < pageSize) return
    after = last.organization_id
  }
}
