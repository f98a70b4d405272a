import { type Static, Type } from 'typebox'
import type { Translations } from '#contract/translations.ts'
import type { Change, Context } from '../../platform/context.ts'
import { Cursor, NextCursor, openPage } from '../../platform/http/input/cursor.ts'
import { problem } from '../../platform/http/problem.ts'
import { Instant, Int, Limit, Nullable, named, Str } from '../../platform/http/schema.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import { countDeleted, type Db, type Transaction } from '../../platform/store/database.ts'
import type { Tables } from '../../platform/store/tables.ts'
import { requireCode } from './codes.access.ts'
import type { FullRow } from './codes.store.ts'

const listed = {
  version: Int('The number of the version, counted from 1.', 3),
  fields: Type.Array(Str('The name of a field.', 'prompt'), {
    description: 'The fields that the change replaced.',
    examples: [['prompt']],
  }),
  changed_at: Instant('When this version was replaced.'),
  user_id: Nullable(
    Str('The user who replaced it; null: the code was in another organization.', 'usr_01JB'),
  ),
  email: Nullable(Str('The e-mail address of the user at that time.', 'ana@example.com')),
  key_id: Nullable(Str('The API key of the change; null: none was used.', 'key_01JB')),
  key_name: Nullable(Str('The name of the key at that time.', 'Website')),
}

const Texts = named(
  'CodeTexts',
  Type.Object({
    prompt: Str('The system prompt.', 'You are the concierge of the Harbour Hotel.'),
    welcome_message: Nullable(
      Str('The welcome message; null: the default greeting.', 'Welcome to the Harbour Hotel.'),
    ),
    suggestions: Type.Array(Str('A question.', 'When is breakfast?'), {
      description: 'The suggested questions.',
      examples: [['When is breakfast?']],
    }),
    title: Nullable(Str('The public title; null: the name of the code.', 'Harbour Hotel')),
    translations: Type.Unsafe<Translations>({
      type: 'object',
      additionalProperties: true,
      description: 'The texts in other languages, as in the code.',
      examples: [{ fr: { title: 'Hôtel du Port' } }],
    }),
  }),
)

const VersionItem = named('CodeVersion', Type.Object(listed))

export const VersionDetail = named(
  'CodeVersionDetail',
  Type.Object({ ...listed, before: Texts, after: Texts }),
)

export const PageOfVersions = Type.Object({
  versions: Type.Array(VersionItem, { description: 'One page of versions, newest first.' }),
  next_cursor: NextCursor,
})

export const VersionQuery = Type.Object({ limit: Limit(50, 100), cursor: Cursor })
export type VersionQuery = Static<typeof VersionQuery>

export const VersionPath = Type.Object({
  id: Str('The id or the short id of the code.', 'k3v9x0pz'),
  version: Str('The number of the version.', '3', { pattern: '^[1-9][0-9]{0,8}$' }),
})

/** The columns that the history keeps: the prompt and the texts that visitors read. */
const versionedColumns = [
  'prompt',
  'welcome_message',
  'suggestions',
  'title',
  'translations',
] as const satisfies (keyof FullRow)[]

type Versioned = Pick<FullRow, (typeof versionedColumns)[number]>

const versionOf = (row: FullRow): Versioned =>
  Object.fromEntries(versionedColumns.map((name) => [name, row[name]])) as Versioned

const asTexts = ({ prompt, welcome_message, suggestions, title, translations }: Versioned) => ({
  prompt,
  welcome_message,
  suggestions: JSON.parse(suggestions) as string[],
  title,
  translations: JSON.parse(translations) as Translations,
})

const asVersion = ({ fields, changed_at, ...row }: ListedVersion) => ({
  ...row,
  fields: JSON.parse(fields) as string[],
  changed_at: isoTime(changed_at),
})

/**
 * Stores the texts as they were before a change, in its transaction. A new code has no history, so
 * creating one costs nothing more.
 */
export const saveFormer = async (change: Change, before: FullRow, after: FullRow) => {
  const { db, actor } = change
  const fields = versionedColumns.filter((name) => before[name] !== after[name])
  if (fields.length === 0) return
  const row: VersionRow = {
    code_id: before.id,
    version: (await newestVersion(db, before.id)) + 1,
    fields: JSON.stringify(fields),
    changed_at: after.updated_at,
    user_id: actor.userId,
    email: actor.email,
    key_id: actor.keyId,
    key_name: actor.keyName,
    contents: JSON.stringify(versionOf(before)),
  }
  await insertVersion(db, row, change.service.codes.maxVersions)
}

/** The stored texts of a version, to write them again. */
export const formerTexts = async (
  db: Db,
  code: FullRow,
  version: number,
): Promise<Partial<Versioned>> => {
  const row = await findVersion(db, code.id, version)
  if (!row) throw versionNotFound(version)
  return JSON.parse(row.contents) as Partial<Versioned>
}

/** Former versions of the texts of a code. */
export const listVersions = async (context: Context, idOrShortId: string, query: VersionQuery) => {
  const { id } = await requireCode(context, idOrShortId, 'codes:read')
  const page = openPage({ list: 'versions', filter: [id], like: [0] as [number] }, query)
  const found = await listRowsOf(context.db, id, page.after?.[0] ?? null, page.maximum)
  const { rows, next } = page.close(found, ({ version }) => [version])
  return { versions: rows.map(asVersion), ...next }
}

/** A version with the texts before and after the change that replaced it. */
export const retrieveVersion = async (context: Context, idOrShortId: string, version: number) => {
  const { db } = context
  const code = await requireCode(context, idOrShortId, 'codes:read')
  const row = await findVersion(db, code.id, version)
  if (!row) throw versionNotFound(version)
  const { contents, ...listed } = row
  const current = versionOf(code)
  const later = await findVersion(db, code.id, version + 1)
  // A field that was added to the service later is not in old versions; it did not change.
  const after = { ...current, ...(later && JSON.parse(later.contents)) } as Versioned
  const before = { ...after, ...JSON.parse(contents) } as Versioned
  return { ...asVersion(listed), before: asTexts(before), after: asTexts(after) }
}

const versionNotFound = (version: number) =>
  problem(404, 'version_not_found', `This code has no version ${version}.`)

type VersionRow = Tables['code_versions']

const listColumns = [
  'version',
  'fields',
  'changed_at',
  'user_id',
  'email',
  'key_id',
  'key_name',
] as const satisfies (keyof VersionRow)[]

type ListedVersion = Pick<VersionRow, (typeof listColumns)[number]>

/** The number of the newest stored version; 0 before the first change. */
const newestVersion = async (db: Db, codeId: string): Promise<number> => {
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
const insertVersion = async (db: Db, row: VersionRow, maxVersions: number) => {
  await db.insertInto('code_versions').values(row).execute()
  await db
    .deleteFrom('code_versions')
    .where('code_id', '=', row.code_id)
    .where('version', '<=', row.version - maxVersions)
    .execute()
}

/** Newest first. */
const listRowsOf = async (
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

const findVersion = async (db: Db, codeId: string, version: number) =>
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
