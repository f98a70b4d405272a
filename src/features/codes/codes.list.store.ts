import type { Database, Db } from '../../platform/store/database.ts'
import {
  allPages,
  behind,
  inOrder,
  type PageWindow,
  pageAt,
  type Sorted,
  sorted,
} from '../../platform/store/keyset.ts'
import { prepare } from '../../platform/store/prepared.ts'
import type { CodeStatus } from '../../platform/store/tables.ts'
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

export type ListedCodeRow = Pick<CodeRow, (typeof listColumns)[number]>

interface NewestPage {
  organizationId: string
  status: CodeStatus
  limit: number
  offset: number
}

/** Newest first, because ids sort by creation time. */
export const list = prepare<NewestPage, ListedCodeRow>((value, db) =>
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
  page: PageWindow<Place>,
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
  const read = (last?: Sortable) =>
    next(database, listed, 'newest', last ? [last.id] : null, { maximum: stepSize })
  for await (const step of allPages(stepSize, read)) {
    yield nameContains === null
      ? step
      : step.filter(({ name_folded }) => name_folded.includes(nameContains))
  }
}

/** In the order of `ids`. */
export const listByIds = async (
  db: Db,
  organizationId: string,
  ids: string[],
): Promise<ListedCodeRow[]> => {
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

export type Sort = 'newest' | 'oldest' | 'name' | 'changed' | 'scans'

/** The columns that the orders use. */
export interface Sortable {
  id: string
  name_folded: string
  name_order: string
  updated_at: number
  scans_total: number
}

/** The position of a code in an order. */
export type Place = [string] | [string | number, string]

interface Order {
  columns: Sorted[]
  placeOf: (code: Sortable) => Place
  like: Place
}

/** Equal codes come newest first, so that no code appears on two pages. */
export const orders: Record<Sort, Order> = {
  newest: {
    columns: [sorted('id', 'desc')],
    placeOf: ({ id }) => [id],
    like: [''],
  },
  oldest: {
    columns: [sorted('id', 'asc')],
    placeOf: ({ id }) => [id],
    like: [''],
  },
  name: {
    columns: [sorted('name_order', 'asc'), sorted('id', 'desc')],
    placeOf: ({ name_order, id }) => [name_order, id],
    like: ['', ''],
  },
  changed: {
    columns: [sorted('updated_at', 'desc'), sorted('id', 'desc')],
    placeOf: ({ updated_at, id }) => [updated_at, id],
    like: [0, ''],
  },
  scans: {
    columns: [sorted('scans_total', 'desc'), sorted('id', 'desc')],
    placeOf: ({ scans_total, id }) => [scans_total, id],
    like: [0, ''],
  },
}

/** The same orders, for rows that are already read. */
export const compareIn = (sort: Sort) => {
  const { placeOf, columns } = orders[sort]
  const directions = columns.map(({ direction }) => direction)
  const comparePlaces = (a: Place, b: Place): number => {
    for (const [i, direction] of directions.entries()) {
      const order = compareValues(a[i] as string | number, b[i] as string | number)
      if (order !== 0) return direction === 'asc' ? order : -order
    }
    return 0
  }
  return {
    comparePlaces,
    compare: (a: Sortable, b: Sortable) => comparePlaces(placeOf(a), placeOf(b)),
  }
}

/** Byte by byte, as both engines compare these columns. */
const compareValues = (a: string | number, b: string | number): number => {
  if (typeof a === 'number' || typeof b === 'number') return Number(a) - Number(b)
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b))
}
