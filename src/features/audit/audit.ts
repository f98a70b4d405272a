import { type Static, Type } from 'typebox'
import type { EntryRow } from '../../platform/change.ts'
import type { Context } from '../../platform/context.ts'
import { Cursor, NextCursor, openPage } from '../../platform/http/input/cursor.ts'
import { csvLine, ExportFormat, jsonLine } from '../../platform/http/output/export.ts'
import { Instant, Limit, Nullable, named, OneOf, Str } from '../../platform/http/schema.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import { lowestId } from '../../platform/kit/ids.ts'
import type { Db } from '../../platform/store/database.ts'
import { allPages } from '../../platform/store/keyset.ts'
import { requireOrganization } from '../organizations/access.ts'
import * as store from './audit.store.ts'

/** In the order of the columns of an export. */
export const entryFields = {
  id: Str('Entry id.', 'aud_01JB0000000000000000000000'),
  created_at: Instant('When the change was made.'),
  action: Str(
    'The operation of the API, by its `operationId`; or a change by the service, such as ' +
      '`changePlanByStripe`.',
    'updateCode',
  ),
  target_id: Nullable(Str('The changed object.', 'qpr_01JB0000000000000000000000')),
  target_name: Nullable(
    Str('Its name or e-mail address at that time; null: it has none.', 'Harbour terrace'),
  ),
  fields: Type.Array(Str('The name of a field.', 'prompt'), {
    description: 'The names of the changed fields. Values are never stored.',
    examples: [['prompt']],
  }),
  via: OneOf(
    ['session', 'key', 'command', 'service'],
    'How the change was made: in the Studio, with an API key, with the `qpr` command, or by ' +
      'the service itself.',
    'session',
  ),
  user_id: Nullable(Str('The user; null: none.', 'usr_01JB0000000000000000000000')),
  email: Nullable(Str('The e-mail address of the user at that time.', 'ana@example.com')),
  key_id: Nullable(Str('The API key; null: none was used.', 'key_01JB0000000000000000000000')),
  key_name: Nullable(Str('The name of the key at that time.', 'Website')),
  browser: Nullable(Str('The browser, for changes in the Studio.', 'Firefox on Windows')),
  country: Nullable(Str('The country of the caller, as ISO 3166 code; null: unknown.', 'DE')),
}

export const AuditEntry = named('AuditEntry', Type.Object(entryFields))

const filters = {
  actor: Type.Optional(
    Str('Only changes by this user (id or e-mail address) or API key (id).', 'ana@example.com', {
      format: 'text',
      maxLength: 320,
    }),
  ),
  action: Type.Optional(Str('Only this action.', 'updateCode', { format: 'text', maxLength: 100 })),
  target: Type.Optional(
    Str('Only changes of the object with this id.', 'qpr_01JB0000000000000000000000', {
      format: 'text',
      maxLength: 100,
    }),
  ),
  since: Type.Optional(Instant('Only changes from this time on.')),
  until: Type.Optional(Instant('Only changes before this time.')),
}

export const AuditQuery = Type.Object({ ...filters, limit: Limit(50, 200), cursor: Cursor })
export type AuditQuery = Static<typeof AuditQuery>

export const AuditExportQuery = Type.Object({ ...filters, format: ExportFormat })
export type AuditExportQuery = Static<typeof AuditExportQuery>

export const PageOfAuditEntries = Type.Object({
  entries: Type.Array(AuditEntry, { description: 'One page of entries, newest first.' }),
  next_cursor: NextCursor,
})

type Filters = Omit<AuditExportQuery, 'format'>

const spanOf = async (
  context: Context,
  idOrSlug: string,
  { since, until }: Filters,
): Promise<store.Span> => {
  const { id } = await requireOrganization(context, idOrSlug, 'audit:read')
  return {
    organizationId: id,
    fromId: since === undefined ? null : lowestId('aud', Date.parse(since)),
    beforeId: until === undefined ? null : lowestId('aud', Date.parse(until)),
  }
}

/** The audit log of an organization, for its owners and admins. */
export const listAuditEntries = async (context: Context, idOrSlug: string, query: AuditQuery) => {
  const span = await spanOf(context, idOrSlug, query)
  const { actor, action, target, since, until } = query
  const filter = [span.organizationId, actor, action, target, since, until]
  const page = openPage({ list: 'audit', filter, like: [''] as [string] }, query)
  const found: EntryRow[] = []
  const after = page.after?.[0] ?? null
  for await (const rows of walk(context.db, span, query, 'desc', after, page.maximum)) {
    found.push(...rows)
    if (found.length >= page.maximum) break
  }
  const { rows, next } = page.close(found.slice(0, page.maximum), ({ id }) => [id])
  return { entries: rows.map(asEntry), ...next }
}

/** Checks the permission before the first byte of the file. */
export const exportAuditEntries = async (
  context: Context,
  idOrSlug: string,
  query: AuditExportQuery,
) => {
  const span = await spanOf(context, idOrSlug, query)
  return linesOf(context.db, span, query, query.format)
}

/** What the caller changed in an organization of theirs, whatever their role there. */
export async function* walkOfUser({ db, actor }: Context, organizationId: string) {
  const span = { organizationId, fromId: null, beforeId: null }
  for await (const rows of walk(db, span, { actor: actor.userId }, 'asc', null, stepSize)) {
    yield rows.map(asEntry)
  }
}

async function* linesOf(db: Db, span: store.Span, filters: Filters, format: ExportFormat) {
  if (format === 'csv') yield csvLine(columns)
  const write = format === 'csv' ? csvLineOf : jsonLine
  for await (const rows of walk(db, span, filters, 'asc', null, stepSize)) {
    yield rows.map((row) => write(asEntry(row))).join('')
  }
}

/**
 * Yields the matching entries in small steps. The filters have no index, because every change would
 * pay for it; a single query would block SQLite until it has read the whole log.
 */
async function* walk(
  db: Db,
  span: store.Span,
  filters: Filters,
  direction: 'asc' | 'desc',
  from: string | null,
  maximum: number,
): AsyncGenerator<EntryRow[]> {
  const isMatch = matcherOf(filters)
  const size = isMatch ? stepSize : Math.min(maximum, stepSize)
  const read = (last?: EntryRow) => store.next(db, span, direction, last?.id ?? from, size)
  for await (const rows of allPages(size, read)) yield isMatch ? rows.filter(isMatch) : rows
}

const stepSize = 500

/** Null when every entry matches. */
const matcherOf = ({ actor, action, target }: Filters) => {
  if (actor === undefined && action === undefined && target === undefined) return null
  const email = actor?.toLowerCase()
  return (row: EntryRow): boolean =>
    (action === undefined || row.action === action) &&
    (target === undefined || row.target_id === target) &&
    (actor === undefined ||
      row.user_id === actor ||
      row.key_id === actor ||
      row.email?.toLowerCase() === email)
}

const asEntry = (row: EntryRow) => ({
  id: row.id,
  created_at: isoTime(row.created_at),
  action: row.action,
  target_id: row.target_id,
  target_name: row.target_name,
  fields: JSON.parse(row.fields) as string[],
  via: row.via,
  user_id: row.user_id,
  email: row.email,
  key_id: row.key_id,
  key_name: row.key_name,
  browser: row.browser,
  country: row.country,
})

type Entry = ReturnType<typeof asEntry>

const columns = Object.keys(entryFields) as (keyof Entry)[]

const csvLineOf = (entry: Entry): string =>
  csvLine(columns.map((name) => (name === 'fields' ? entry.fields.join(' ') : entry[name])))
