import type { Db } from '../../platform/store/database.ts'
import type { Tables } from '../../platform/store/tables.ts'

/** In an order in which locks cannot deadlock. */
const withPeople = (db: Db) =>
  db
    .selectFrom('conversations')
    .select('id')
    .where('handling', '<>', 'assistant')
    .where('status', '=', 'open')
    .orderBy('id')

/** Conversations of these codes that are not with the assistant. */
export const listOfCodes = async (db: Db, codeIds: string[]): Promise<string[]> => {
  const rows = await withPeople(db).where('code_id', 'in', codeIds).execute()
  return rows.map(({ id }) => id)
}

/** The same of an organization, also after its deletion. */
export const listOfOrganization = async (db: Db, organizationId: string): Promise<string[]> => {
  const rows = await withPeople(db).where('organization_id', '=', organizationId).execute()
  return rows.map(({ id }) => id)
}

/** Conversations that this member answers. */
export const listOfMember = async (
  db: Db,
  organizationId: string,
  memberId: string,
): Promise<string[]> => {
  const rows = await withPeople(db)
    .where('organization_id', '=', organizationId)
    .where('assignee_id', '=', memberId)
    .where('handling', '=', 'person')
    .execute()
  return rows.map(({ id }) => id)
}

export const countNotes = async (db: Db, conversationId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('conversation_notes')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const insertNote = async (db: Db, row: Tables['conversation_notes']) => {
  await db.insertInto('conversation_notes').values(row).execute()
}
