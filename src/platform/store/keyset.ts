import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

type Value = string | number
type Direction = 'asc' | 'desc'

/** A column of an order. */
export interface Sorted {
  column: RawBuilder<unknown>
  direction: Direction
}

export const sorted = (column: string, direction: Direction): Sorted => ({
  column: sql.ref(column),
  direction,
})

const isBehind = ({ direction }: Sorted) => sql.raw(direction === 'asc' ? '>' : '<')

/**
 * The condition for rows after a place, in an order of one or two columns, written to use an index.
 */
export const behind = (order: Sorted[], place: readonly Value[]): RawBuilder<boolean> => {
  const [first, second] = order as [Sorted, Sorted | undefined]
  if (!second) return sql<boolean>`${first.column} ${isBehind(first)} ${place[0]}`
  return sql<boolean>`(${first.column} ${isBehind(first)}= ${place[0]} and (
    ${first.column} ${isBehind(first)} ${place[0]} or ${second.column} ${isBehind(second)} ${place[1]}
  ))`
}

export const inOrder = (order: Sorted[]): RawBuilder<unknown> =>
  sql.join(order.map(({ column, direction }) => sql`${column} ${sql.raw(direction)}`))

/** The number of rows to skip at once. More would block SQLite, and with it the whole process. */
const maxPassed = 10_000

export interface PageWindow<Place> {
  after: Place | null
  offset: number
  maximum: number
}

/**
 * A page of a list at any depth. Skips most of the offset in steps, and gives other requests a turn
 * between them.
 */
export const pageAt = async <Row, Place>(
  { after, offset, maximum }: PageWindow<Place>,
  read: (page: PageWindow<Place>) => Promise<Row[]>,
  placeOf: (row: Row) => Place,
): Promise<Row[]> => {
  let from = after
  let rest = offset
  while (rest > maxPassed) {
    const [last] = await read({ after: from, offset: maxPassed - 1, maximum: 1 })
    if (last === undefined) return []
    from = placeOf(last)
    rest -= maxPassed
    await new Promise(setImmediate)
  }
  return await read({ after: from, offset: rest, maximum })
}

/**
 * The pages of a list to its end, each read after the last row of the one before. Reading from SQLite
 * is synchronous, so other requests get a turn between two pages.
 */
export async function* allPages<Row>(
  size: number,
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  for (;;) {
    const rows = await read(last)
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    last = rows.at(-1)
    await new Promise(setImmediate)
  }
}

/** Counting a million rows for each page would be too slow, so counts of long lists stop here. */
export const maxCounted = 100_000

/** Counts the rows of a query. Where there may be many, it has its own limit. */
export const countUpTo = async (db: Db, limited: Expression<unknown>): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${limited} as counted
  `.execute(db)
  return Number(rows[0]?.total)
}
