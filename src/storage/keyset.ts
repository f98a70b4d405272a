import { type RawBuilder, sql } from 'kysely'

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
const mostPassed = 10_000

/**
 * Skips most of `offset` rows in steps, and gives other requests a turn between them. Returns the
 * place that is reached and the rest to skip in one statement; null when the list is shorter.
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
