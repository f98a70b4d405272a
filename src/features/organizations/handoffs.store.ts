import { permissions } from '#contract/roles.ts'
import type { Db } from '../../platform/store/database.ts'
import { prepare } from '../../platform/store/prepared.ts'

const selectSettings = prepare<{ organizationId: string }, { settings: string }>((value, db) =>
  db
    .selectFrom('handoffs')
    .select('settings')
    .where('organization_id', '=', value('organizationId')),
)

export const find = async (db: Db, organizationId: string): Promise<string | null> =>
  (await selectSettings(db, { organizationId }))[0]?.settings ?? null

export const save = async (db: Db, organizationId: string, settings: string) => {
  await db
    .insertInto('handoffs')
    .values({ organization_id: organizationId, settings })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ settings }))
    .execute()
}

/** The members who may answer, in the order of joining. */
export const answerers = async (db: Db, organizationId: string) =>
  await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select([
      'members.id',
      'members.user_id as userId',
      'users.email',
      'users.display_name as name',
      'users.language',
      'organizations.name as organizationName',
    ])
    .where('members.organization_id', '=', organizationId)
    .where('members.role', 'in', permissions['conversations:answer'])
    .orderBy('members.id')
    .execute()
