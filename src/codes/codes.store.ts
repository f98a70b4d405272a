import type { ReachableIds } from '../organizations/access.ts'
import type { Db } from '../storage/database.ts'
import { prepare } from '../storage/prepared.ts'
import type { Tables } from '../storage/tables.ts'

export type CodeRow = Omit<Tables['codes'], 'scope_id'>
export type ContentRow = Tables['code_contents']
export type FullRow = CodeRow & Omit<ContentRow, 'code_id'>

const fullColumns = [
  'codes.id',
  'codes.organization_id',
  'codes.short_id',
  'codes.name',
  'codes.name_folded',
  'codes.template',
  'codes.status',
  'codes.scans_total',
  'codes.created_at',
  'codes.updated_at',
  'code_contents.prompt',
  'code_contents.welcome_message',
  'code_contents.metadata',
  'code_contents.suggestions',
  'code_contents.contact',
  'code_contents.style',
  'code_contents.model',
] as const

const insertCode = prepare<CodeRow, { id: string }>((db, value) =>
  db
    .insertInto('codes')
    .values({
      id: value('id'),
      organization_id: value('organization_id'),
      short_id: value('short_id'),
      name: value('name'),
      name_folded: value('name_folded'),
      template: value('template'),
      status: value('status'),
      scans_total: value('scans_total'),
      created_at: value('created_at'),
      updated_at: value('updated_at'),
    })
    .onConflict((conflict) => conflict.column('short_id').doNothing())
    .returning('id'),
)

const insertContent = prepare<ContentRow, never>((db, value) =>
  db.insertInto('code_contents').values({
    code_id: value('code_id'),
    prompt: value('prompt'),
    welcome_message: value('welcome_message'),
    metadata: value('metadata'),
    suggestions: value('suggestions'),
    contact: value('contact'),
    style: value('style'),
    model: value('model'),
  }),
)

/** False when the short id is taken. */
export const insert = async (db: Db, code: CodeRow, content: ContentRow): Promise<boolean> => {
  const [inserted] = await insertCode(db, code)
  if (!inserted) return false
  await insertContent(db, content)
  return true
}

export type ScannableRow = Omit<CodeRow, 'name_folded' | 'scans_total' | 'created_at'> &
  Pick<ContentRow, 'welcome_message' | 'suggestions' | 'contact' | 'style' | 'model' | 'metadata'>

const selectForScan = prepare<{ shortId: string }, ScannableRow>((db, value) =>
  db
    .selectFrom('codes')
    .innerJoin('code_contents', 'code_contents.code_id', 'codes.id')
    .innerJoin('organizations', 'organizations.id', 'codes.organization_id')
    .select([
      'codes.id',
      'codes.organization_id',
      'codes.short_id',
      'codes.name',
      'codes.template',
      'codes.status',
      'codes.updated_at',
      'code_contents.welcome_message',
      'code_contents.suggestions',
      'code_contents.contact',
      'code_contents.style',
      'code_contents.model',
      'code_contents.metadata',
    ])
    .where('codes.short_id', '=', value('shortId')),
)

/**
 * For the public: whoever holds the printed code may open it, of whichever organization it is. The
 * codes of a deleted organization go in small steps: they are gone as soon as it is.
 */
export const findForScan = async (db: Db, shortId: string): Promise<ScannableRow | undefined> =>
  (await selectForScan(db, { shortId }))[0]

export type TalkingRow = Pick<
  FullRow,
  | 'id'
  | 'organization_id'
  | 'short_id'
  | 'name'
  | 'template'
  | 'status'
  | 'welcome_message'
  | 'prompt'
  | 'model'
  | 'metadata'
>

const selectTalking = (column: 'id' | 'short_id') =>
  prepare<{ value: string }, TalkingRow>((db, value) =>
    db
      .selectFrom('codes')
      .innerJoin('code_contents', 'code_contents.code_id', 'codes.id')
      .innerJoin('organizations', 'organizations.id', 'codes.organization_id')
      .select([
        'codes.id',
        'codes.organization_id',
        'codes.short_id',
        'codes.name',
        'codes.template',
        'codes.status',
        'code_contents.welcome_message',
        'code_contents.prompt',
        'code_contents.model',
        'code_contents.metadata',
      ])
      .where(`codes.${column}`, '=', value('value')),
  )

const selectTalkingBy = { id: selectTalking('id'), short_id: selectTalking('short_id') }

/** What a conversation needs to know, whoever talks. */
export const findTalking = async (
  db: Db,
  column: 'id' | 'short_id',
  value: string,
): Promise<TalkingRow | undefined> => (await selectTalkingBy[column](db, { value }))[0]

export type LogoRow = Tables['code_logos']

const selectForDrawing = prepare<
  { shortId: string },
  Pick<CodeRow, 'id' | 'short_id' | 'name'> & Pick<ContentRow, 'style'>
>((db, value) =>
  db
    .selectFrom('codes')
    .innerJoin('code_contents', 'code_contents.code_id', 'codes.id')
    .innerJoin('organizations', 'organizations.id', 'codes.organization_id')
    .select(['codes.id', 'codes.short_id', 'codes.name', 'code_contents.style'])
    .where('codes.short_id', '=', value('shortId')),
)

/** For the public: the image of a printed code is no secret. */
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

/** By id or short id, within reach; held until the end of the transaction when it is to change. */
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
  return await (hold ? query.forUpdate('codes') : query).executeTakeFirst()
}

export const update = async (db: Db, formerOrganizationId: string, { id, ...row }: FullRow) => {
  await db
    .updateTable('codes')
    .set({
      organization_id: row.organization_id,
      name: row.name,
      name_folded: row.name_folded,
      template: row.template,
      status: row.status,
      updated_at: row.updated_at,
    })
    .where('organization_id', '=', formerOrganizationId)
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('code_contents')
    .set({
      prompt: row.prompt,
      welcome_message: row.welcome_message,
      metadata: row.metadata,
      suggestions: row.suggestions,
      contact: row.contact,
      style: row.style,
      model: row.model,
    })
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
