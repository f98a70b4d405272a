import { type Sorted, sorted } from '../../platform/store/keyset.ts'

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
