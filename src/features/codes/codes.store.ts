import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import { prepare } from '../../platform/store/prepared.ts'
import { blankContents } from '../../platform/store/tables.codes.ts'
import type { Tables } from '../../platform/store/tables.ts'
import type { BrandColumns } from '../organizations/brands.store.ts'

export type CodeRow = Selectable<Tables['codes']>
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
  'scope_id',
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

/** All columns but the bytes of the logo: see `findLogo`. */
const brandReferences = [
  'brands.name as brand_name',
  'brands.color as brand_color',
  'brands.contact as brand_contact',
  'brands.privacy_url as brand_privacy_url',
  'brands.version as brand_version',
  'brands.logo_type as brand_logo_type',
  'code_logos.type as logo_type',
] as const

/** Codes with their contents and the brand of their organization. */
const branded = (db: Db) =>
  db
    .selectFrom('codes')
    .innerJoin('code_contents', 'code_contents.code_id', 'codes.id')
    .leftJoin('brands', 'brands.organization_id', 'codes.organization_id')
    .leftJoin('code_logos', 'code_logos.code_id', 'codes.id')
    .select(brandReferences)

/** The same without the codes of deleted organizations, for the public. */
const brandedPublic = (db: Db) =>
  branded(db).innerJoin('organizations', 'organizations.id', 'codes.organization_id')

const pick = <Row, Name extends keyof Row>(row: Row, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>

const insertCode = prepare<CodeRow, never>((value, db) =>
  db
    .insertInto('codes')
    .columns(codeColumns)
    .expression(sql`values (${sql.join(codeColumns.map(value))})`)
    .onConflict((conflict) => conflict.column('short_id').doNothing()),
)

const insertContent = prepare<FullRow, never>((value, db) =>
  db
    .insertInto('code_contents')
    .columns(['code_id', ...contentColumns])
    .expression(sql`values (${sql.join([value('id'), ...contentColumns.map(value)])})`),
)

/** False when the short id is taken. */
export const insert = async (db: Db, code: FullRow): Promise<boolean> => {
  if ((await insertCode.changes(db, code)) === 0) return false
  await insertContent(db, code)
  return true
}

/** A code as it was stored, with the brand of its organization. */
export type FoundRow = FullRow & BrandColumns
export type ScannableRow = Omit<FoundRow, 'prompt'>

const selectForScan = prepare<{ shortId: string }, ScannableRow>((value, db) =>
  brandedPublic(db).select(scanColumns).where('codes.short_id', '=', value('shortId')),
)

/**
 * Public: anybody with the printed code may open it, regardless of its organization. The codes of a
 * deleted organization are deleted in small steps, but become unreachable at once.
 */
export const findForScan = async (db: Db, shortId: string): Promise<ScannableRow | undefined> =>
  (await selectForScan(db, { shortId }))[0]

const selectTalking = (column: 'id' | 'short_id') =>
  prepare<{ value: string }, FoundRow>((value, db) =>
    brandedPublic(db).select(fullColumns).where(`codes.${column}`, '=', value('value')),
  )

const selectTalkingBy = { id: selectTalking('id'), short_id: selectTalking('short_id') }

/** For a conversation, regardless of the code's organization. */
export const findTalking = async (
  db: Db,
  column: 'id' | 'short_id',
  value: string,
): Promise<FoundRow | undefined> => (await selectTalkingBy[column](db, { value }))[0]

const selectHandoff = prepare<{ codeId: string }, { handoff: string | null }>((value, db) =>
  db.selectFrom('code_contents').select('handoff').where('code_id', '=', value('codeId')),
)

/** The code's own settings for reaching a person, as JSON. */
export const findHandoff = async (db: Db, codeId: string): Promise<string | null> =>
  (await selectHandoff(db, { codeId }))[0]?.handoff ?? null

type LogoRow = Tables['code_logos']

const drawingColumns = [
  'codes.id',
  'codes.organization_id',
  'codes.short_id',
  'codes.name',
  'code_contents.title',
  'code_contents.style',
  'code_contents.contact',
] as const

export type DrawingRow = Pick<
  FoundRow,
  'id' | 'organization_id' | 'short_id' | 'name' | 'title' | 'style' | 'contact'
> &
  BrandColumns

const selectForDrawing = prepare<{ shortId: string }, DrawingRow>((value, db) =>
  brandedPublic(db).select(drawingColumns).where('codes.short_id', '=', value('shortId')),
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

/** The look of a code has changed, although its columns have not. */
export const setUpdatedAt = async (db: Db, id: string, now: number) => {
  await db.updateTable('codes').set({ updated_at: now }).where('id', '=', id).execute()
}

const selectOfMember = (column: 'id' | 'short_id', lock: boolean) =>
  prepare<{ userId: string; value: string }, FoundRow>((value, db) => {
    const organizations = db
      .selectFrom('members')
      .select('members.organization_id')
      .where('members.user_id', '=', value('userId'))
    const query = branded(db)
      .select(fullColumns)
      .where('codes.organization_id', 'in', organizations)
      .where(`codes.${column}`, '=', value('value'))
    // Both tables: PostgreSQL reads a row that it does not lock as it was before it waited.
    return lock ? query.forUpdate(['codes', 'code_contents']) : query
  })

const selectToRead = {
  id: selectOfMember('id', false),
  short_id: selectOfMember('short_id', false),
}
const selectToHold = { id: selectOfMember('id', true), short_id: selectOfMember('short_id', true) }

/**
 * By id or short id, if the user is a member of its organization. Locked until the end of the
 * transaction when it will change.
 */
export const find = async (
  db: Db,
  userId: string,
  idOrShortId: string,
  { lock }: { lock: boolean },
): Promise<FoundRow | undefined> => {
  const select = lock ? selectToHold : selectToRead
  const [code] = idOrShortId.startsWith('qpr_')
    ? await select.id(db, { userId, value: idOrShortId })
    : await select.short_id(db, { userId, value: idOrShortId.toLowerCase() })
  return code
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
