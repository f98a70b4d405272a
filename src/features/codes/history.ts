import type { Translations } from '#contract/translations.ts'
import type { Change, Context } from '../../platform/context.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import { problem } from '../../platform/http/problem.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import type { Db } from '../../platform/store/database.ts'
import { requireCode } from './codes.access.ts'
import type { FullRow } from './codes.store.ts'
import type { VersionQuery } from './history.schema.ts'
import * as store from './history.store.ts'

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

const asVersion = ({ fields, changed_at, ...row }: store.ListedVersion) => ({
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
  const row: store.VersionRow = {
    code_id: before.id,
    version: (await store.newest(db, before.id)) + 1,
    fields: JSON.stringify(fields),
    changed_at: after.updated_at,
    user_id: actor.userId,
    email: actor.email,
    key_id: actor.keyId,
    key_name: actor.keyName,
    contents: JSON.stringify(versionOf(before)),
  }
  await store.insert(db, row, change.service.codes.maxVersions)
}

/** The stored texts of a version, to write them again. */
export const textsOf = async (
  db: Db,
  code: FullRow,
  version: number,
): Promise<Partial<Versioned>> => {
  const row = await store.find(db, code.id, version)
  if (!row) throw versionNotFound(version)
  return JSON.parse(row.contents) as Partial<Versioned>
}

/** Former versions of the texts of a code. */
export const listVersions = async (context: Context, idOrShortId: string, query: VersionQuery) => {
  const { id } = await requireCode(context, idOrShortId, 'codes:read')
  const page = openPage({ list: 'versions', filter: [id], like: [0] as [number] }, query)
  const found = await store.list(context.db, id, page.after?.[0] ?? null, page.maximum)
  const { rows, next } = page.close(found, ({ version }) => [version])
  return { versions: rows.map(asVersion), ...next }
}

/** A version with the texts before and after the change that replaced it. */
export const retrieveVersion = async (context: Context, idOrShortId: string, version: number) => {
  const { db } = context
  const code = await requireCode(context, idOrShortId, 'codes:read')
  const row = await store.find(db, code.id, version)
  if (!row) throw versionNotFound(version)
  const { contents, ...listed } = row
  const current = versionOf(code)
  const later = await store.find(db, code.id, version + 1)
  // A field that was added to the service later is not in old versions; it did not change.
  const after = { ...current, ...(later && JSON.parse(later.contents)) } as Versioned
  const before = { ...after, ...JSON.parse(contents) } as Versioned
  return { ...asVersion(listed), before: asTexts(before), after: asTexts(after) }
}

const versionNotFound = (version: number) =>
  problem(404, 'version_not_found', `This code has no version ${version}.`)
