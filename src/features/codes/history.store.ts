import { countDeleted, type Db, type Transaction } from '../../platform/store/database.ts'
import type { Tables } from '../../platform/store/tables.ts'

export type VersionRow = Tables['code_versions']

const listColumns = [
  'version',
  'fields',
  'changed_at',
  'user_id',
  'email',
  'key_id',
  'key_name',
] as const satisfies (keyof VersionRow)[]

export type ListedVersion = Pick<VersionRow, (typeof listColumns)[number]>

/** The number of the newest stored version; 0 before the first change. */
export const newest = async (db: Db, codeId: string): Promise<number> => {
  const row = await db
    .selectFrom('code_versions')
    .select('version')
    .where('code_id', '=', codeId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.version ?? 0
}

/** Stores a version, and deletes versions beyond the limit. */
export const insert = async (db: Db, row: VersionRow, maxVersions: number) => {
  await db.insertInto('code_versions').values(row).execute()
  await db
    .deleteFrom('code_versions')
    .where('code_id', '=', row.code_id)
    .where('version', '<=', row.version - maxVersions)
    .execute()
}

/** Newest first. */
export const list = async (
  db: Db,
  codeId: string,
  before: number | null,
  maximum: number,
): Promise<ListedVersion[]> => {
  const query = db
    .selectFrom('code_versions')
    .select(listColumns)
    .where('code_id', '=', codeId)
    .orderBy('version', 'desc')
    .limit(maximum)
  return await (before === null ? query : query.where('version', '<', before)).execute()
}

export const find = async (db: Db, codeId: string, version: number) =>
  await db
    .selectFrom('code_versions')
    .select(['contents', ...listColumns])
    .where('code_id', '=', codeId)
    .where('version', '=', version)
    .executeTakeFirst()

/** The members of the new organization must not learn who works in the former one. */
export const removePeople = async (db: Db, codeId: string) => {
  await db
    .updateTable('code_versions')
    .set({ user_id: null, email: null, key_id: null, key_name: null })
    .where('code_id', '=', codeId)
    .execute()
}

/** Some versions of a code that is being deleted. A prompt is long, so it goes in small steps. */
export const deleteVersions = async ({ db }: Transaction, codeId: string, maximum: number) => {
  const some = db
    .selectFrom('code_versions')
    .select('version')
    .where('code_id', '=', codeId)
    .limit(maximum)
  return await countDeleted(
    db.deleteFrom('code_versions').where('code_id', '=', codeId).where('version', 'in', some),
  )
}
