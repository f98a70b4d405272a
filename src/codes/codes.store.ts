import { sql } from 'kysely'
import type { ReachableIds } from '../organizations/access.ts'
import type { Db } from '../storage/database.ts'
import { prepare } from '../storage/prepared.ts'
import { blankContents } from '../storage/tables.codes.ts'
import type { Tables } from '../storage/tables.ts'

export type CodeRow = Omit<Tables['codes'], 'scope_id' | 'name_order'> & { name_order: string }
type ContentRow = Tables['code_contents']
export type FullRow = CodeRow & Omit<ContentRow, 'code_id'>

const codeColumns = [
  'id',
  'organization_id',
  'short_id',
  'name',
  'name_folded',
  'name_order',
  'template',
  'status',
  'scans_total',
  'created_at',
  'updated_at',
  'tags',
] as const satisfies (keyof CodeRow)[]

const contentColumns = ['prompt', ...Object.keys(blankContents)] as Exclude<
  keyof ContentRow,
  'code_id'
>[]

const codeReferences = codeColumns.map((name) => `codes.${name}` as const)
const contentReferences = contentColumns.map((name) => `code_contents.${name}` as const)
const fullColumns = [...codeReferences, ...contentReferences]
/** A prompt may have 32,000 characters, and the scan page does not need it. */
const scanColumns = fullColumns.filter((name) => name !== 'code_contents.prompt')

const pick = <Row, Name extends keyof Row>(row: Row, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>

const insertCode = prepare<CodeRow, { id: string }>((value, db) =>
  db
    .insertInto('codes')
    .columns(codeColumns)
    .expression(sql`values (${sql.join(codeColumns.map(value))})`)
    .onConflict((conflict) => conflict.column('short_id').doNothing())
    .returning('id'),
)

const insertContent = prepare<FullRow, never>((value, db) =>
  db
    .insertInto('code_contents')
    .columns(['code_id', ...contentColumns])
    .expression(sql`values (${sql.join([value('id'), ...contentColumns.map(value)])})`),
)

/** False when the short id is taken. */
export const insert = async (db: Db, code: FullRow): Promise<boolean> => {
  const [inserted] = await insertCode(db, code)
  if (!inserted) return false
  await insertContent(db, code)
  return true
}

export type ScannableRow = Omit<FullRow, 'prompt'>

const selectForScan = prepare<{ shortId: string }, ScannableRow>((value, db) =>
  db
    .selectFrom('codes')
    .innerJoin('code_contents', 'code_contents.code_id', 'codes.id')
    .innerJoin('organizations', 'organizations.id', 'codes.organization_id')
    .select(scanColumns)
    .where('codes.short_id', '=', value('shortId')),
)

/**
 * Public: anybody with the printed code may open it, regardless of its organization. The codes of a
 * deleted organization are deleted in small steps, but become unreachable at once.
 */
export const findForScan = async (db: Db, shortId: string): Promise<ScannableRow | undefined> =>
  (await selectForScan(db, { shortId }))[0]

const selectTalking = (column: 'id' | 'short_id') =>
  prepare<{ value: string }, FullRow>((value, db) =>
    db
      .selectFrom('codes')
      .innerJoin('code_contents', 'code_contents.code_id', 'codes.id')
      .innerJoin('organizations', 'organizations.id', 'codes.organization_id')
      .select(fullColumns)
      .where(`codes.${column}`, '=', value('value')),
  )

const selectTalkingBy = { id: selectTalking('id'), short_id: selectTalking('short_id') }

/** For a conversation, regardless of the code's organization. */
export const findTalking = async (
  db: Db,
  column: 'id' | 'short_id',
  value: string,
): Promise<FullRow | undefined> => (await selectTalkingBy[column](db, { value }))[0]

type LogoRow = Tables['code_logos']

const selectForDrawing = prepare<
  { shortId: string },
  Pick<CodeRow, 'id' | 'short_id' | 'name'> & Pick<ContentRow, 'style'>
>((value, db) =>
  db
    .selectFrom('codes')
    .innerJoin('code_contents', 'code_contents.code_id', 'codes.id')
    .innerJoin('organizations', 'organizations.id', 'codes.organization_id')
    .select(['codes.id', 'codes.short_id', 'codes.name', 'code_contents.style'])
    .where('codes.short_id', '=', value('shortId')),
)

/** Public: the image of a printed code is not secret. */
export const findForDrawing = async (db: Db, shortId: string) =>
  (await selectForDrawing(db, { shortId }))[0]

export const findLogo = async (db: Db, codeId: string): Promise<LogoRow | undefined> =>
  await db
    .selectFrom('code_logos')
    .select(['code_id', 'type', 'data'])
    .where('code_id', '=', codeId)
    .executeTakeFirst()

export const putLogo = async (db: Db, row: LogoRow) => {
  await db
    .insertInto('code_logos')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('code_id').doUpdateSet({ type: row.type, data: row.data }),
    )
    .execute()
}

export const removeLogo = async (db: Db, codeId: string) => {
  await db.deleteFrom('code_logos').where('code_id', '=', codeId).execute()
}

/**
 * By id or short id, if the caller can reach it. Locked until the end of the transaction when it
 * will change.
 */
export const find = async (
  db: Db,
  reachable: ReachableIds,
  idOrShortId: string,
  { hold }: { hold: boolean },
): Promise<FullRow | undefined> => {
  const byId = idOrShortId.startsWith('qpr_')
  const query = db
    .selectFrom('codes')
    .innerJoin('code_contents', 'code_contents.code_id', 'codes.id')
    .select(fullColumns)
    .where('codes.organization_id', 'in', reachable)
    .where(
      byId ? 'codes.id' : 'codes.short_id',
      '=',
      byId ? idOrShortId : idOrShortId.toLowerCase(),
    )
  // Both tables: PostgreSQL reads a row that it does not lock as it was before it waited.
  const held = hold ? query.forUpdate(['codes', 'code_contents']) : query
  return await held.executeTakeFirst()
}

/** The other columns never change, except the scan count, which the recorder updates. */
const changeableColumns = [
  'organization_id',
  'name',
  'name_folded',
  'name_order',
  'template',
  'status',
  'updated_at',
  'tags',
] as const satisfies (keyof CodeRow)[]

export const update = async (db: Db, formerOrganizationId: string, { id, ...row }: FullRow) => {
  await db
    .updateTable('codes')
    .set(pick(row, changeableColumns))
    .where('organization_id', '=', formerOrganizationId)
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('code_contents')
    .set(pick(row, contentColumns))
    .where('code_id', '=', id)
    .execute()
}

export const remove = async (db: Db, organizationId: string, id: string) => {
  await db
    .deleteFrom('codes')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

const selectLogo = prepare<{ id: string }, { code_id: string }>((value, db) =>
  db.selectFrom('code_logos').select('code_id').where('code_id', '=', value('id')),
)

export const hasLogo = async (db: Db, id: string): Promise<boolean> =>
  (await selectLogo(db, { id })).length > 0
