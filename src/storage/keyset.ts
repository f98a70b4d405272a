import { type RawBuilder, sql } from 'kysely'

type Value = string | number
type Direction = 'asc' | 'desc'

/** One column of an order. */
export interface Sorted {
  column: RawBuilder<unknown>
  direction: Direction
}

export const sorted = (column: string, direction: Direction): Sorted => ({
  column: sql.ref(column),
  direction,
})

const isBehind = ({ direction }: Sorted) => sql.raw(direction === 'asc' ? '>' : '<')

/** What lies behind a place in an order of one or two columns, in words that an index serves. */
export const behind = (order: Sorted[], place: readonly Value[]): RawBuilder<boolean> => {
  const [first, second] = order as [Sorted, Sorted | undefined]
  if (!second) return sql<boolean>`${first.column} ${isBehind(first)} ${place[0]}`
  return sql<boolean>`(${first.column} ${isBehind(first)}= ${place[0]} and (
    ${first.column} ${isBehind(first)} ${place[0]} or ${second.column} ${isBehind(second)} ${place[1]}
  ))`
}

export const inOrder = (order: Sorted[]): RawBuilder<unknown> =>
  sql.join(order.map(({ column, direction }) => sql`${column} ${sql.raw(direction)}`))

/** So many rows are passed over at once: more would hold SQLite, and with it the whole process. */
const mostPassed = 10_000

/**
 * The place that lies so many rows behind the beginning, but for a rest that one statement passes
 * over. Null: the list is shorter. Others have their turn between the steps.
 */
export const passOver = async <Place>(
  offset: number,
  placeAt: (after: Place | null, offset: number) => Promise<Place | undefined>,
): Promise<{ after: Place | null; offset: number } | null> => {
  let after: Place | null = null
  let rest = offset
  while (rest > mostPassed) {
    const place: Place | undefined = await placeAt(after, mostPassed - 1)
    if (place === undefined) return null
    after = place
    rest -= mostPassed
    await new Promise(setImmediate)
  }
  return { after, offset: rest }
}
