import type { Database, Db } from '../../platform/store/database.ts'
import { behind, inOrder, type Page, pageAt } from '../../platform/store/keyset.ts'
import { prepare } from '../../platform/store/prepared.ts'
import type { CodeStatus } from '../../platform/store/tables.ts'
import { orders, type Place, type Sort, type Sortable } from './codes.order.store.ts'
import type { CodeRow } from './codes.store.ts'

const listColumns = [
  'id',
  'organization_id',
  'name',
  'short_id',
  'template',
  'status',
  'scans_total',
  'created_at',
  'updated_at',
  'tags',
] as const

export type ListedCode = Pick<CodeRow, (typeof listColumns)[number]>

interface NewestPage {
  organizationId: string
  status: CodeStatus
  limit: number
  offset: number
}

/** Newest first, because ids sort by creation time. */
export const list = prepare<NewestPage, ListedCode>((value, db) =>
  db
    .selectFrom('codes')
    .select(listColumns)
    .where('organization_id', '=', value('organizationId'))
    .where('status', '=', value('status'))
    .orderBy('id', 'desc')
    .limit(value('limit'))
    .offset(value('offset')),
)

/** The codes of a list. */
export type Listed = Pick<NewestPage, 'organizationId' | 'status'>

const ofList = (db: Db, { organizationId, status }: Listed) =>
  db.selectFrom('codes').where('organization_id', '=', organizationId).where('status', '=', status)

/** The next codes after a place, with the columns that the orders use. */
const next = async (
  { db }: Pick<Database, 'db'>,
  listed: Listed,
  sort: Sort,
  after: Place | null,
  { maximum, offset = 0 }: { maximum: number; offset?: number },
): Promise<Sortable[]> => {
  const columns = orders[sort].columns
  const codes = ofList(db, listed)
    .select(['id', 'name_folded', 'name_order', 'updated_at', 'scans_total'])
    .orderBy(inOrder(columns))
    .limit(maximum)
    .offset(offset)
  return await (after ? codes.where(behind(columns, after)) : codes).execute()
}

/** A page of an order that has an index, at any depth. */
export const pageOf = async (
  database: Pick<Database, 'db'>,
  listed: Listed,
  sort: Exclude<Sort, 'scans'>,
  page: Page<Place>,
): Promise<Sortable[]> =>
  await pageAt(
    page,
    ({ after, ...rest }) => next(database, listed, sort, after, rest),
    orders[sort].placeOf,
  )

export const stepSize = 1000

/**
 * Yields all codes of a list in steps, optionally only those whose name contains a text. No index
 * covers this, and on SQLite a single query would block all other requests until it has read every
 * row.
 */
export async function* walk(
  database: Pick<Database, 'db'>,
  listed: Listed,
  nameContains: string | null,
): AsyncGenerator<Sortable[]> {
  let after: Place | null = null
  for (;;) {
    const step: Sortable[] = await next(database, listed, 'newest', after, { maximum: stepSize })
    yield nameContains === null
      ? step
      : step.filter(({ name_folded }) => name_folded.includes(nameContains))
    const last = step.at(-1)
    if (!last || step.length < stepSize) return
    after = [last.id]
    await new Promise(setImmediate)
  }
}

/** In the order of `ids`. */
export const listByIds = async (
  db: Db,
  organizationId: string,
  ids: string[],
): Promise<ListedCode[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('codes')
    .select(listColumns)
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
