import type { Db } from '../../platform/store/database.ts'
import type { Tables } from '../../platform/store/tables.ts'

export type TemplateRow = Tables['code_templates']

/** Without the contents, which can have 150 KB. */
const listColumns = ['id', 'title', 'template', 'created_at', 'updated_at'] as const
export type ListedTemplate = Pick<TemplateRow, (typeof listColumns)[number]>

/** Oldest first: all, or those after a place. */
export const list = async (
  db: Db,
  organizationId: string,
  part: { after: [string] | null; maximum: number } | null,
): Promise<ListedTemplate[]> => {
  const all = db
    .selectFrom('code_templates')
    .select(listColumns)
    .where('organization_id', '=', organizationId)
    .orderBy('id')
  if (!part) return await all.execute()
  const { after, maximum } = part
  return await (after ? all.where('id', '>', after[0]) : all).limit(maximum).execute()
}

export const find = async (db: Db, organizationId: string, id: string) =>
  await db
    .selectFrom('code_templates')
    .select([...listColumns, 'contents'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

export const count = async (db: Db, organizationId: string): Promise<number> => {
  const { total } = await db
    .selectFrom('code_templates')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export const insert = async (db: Db, row: TemplateRow) => {
  await db.insertInto('code_templates').values(row).execute()
}

export const rename = async (
  db: Db,
  organizationId: string,
  { id, title, updated_at }: Pick<TemplateRow, 'id' | 'title' | 'updated_at'>,
) =>
  await db
    .updateTable('code_templates')
    .set({ title, updated_at })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning([...listColumns, 'contents'])
    .executeTakeFirst()

export const remove = async (db: Db, organizationId: string, id: string) =>
  await db
    .deleteFrom('code_templates')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning('title')
    .executeTakeFirst()
