import { sha256Hex } from '../../kit/ids.ts'
import { invalidField } from '../problem.ts'

type Key = (string | number | null)[]

/** The types of a place in a list, and what makes the list this one: its name and its filter. */
interface ListOptions<Place extends Key> {
  list: string
  filter: unknown[]
  /** An example of a place: a cursor must have as many parts, of the same types. */
  like: Place
}

interface PageQuery {
  cursor?: string
  limit: number
  offset?: number
}

/**
 * A page of a list. Without `cursor` it is found by its offset. The text of a cursor is opaque, and
 * bound to its list and filter by a hash: it holds no secret, and nobody is let in by it.
 */
export const openPage = <Place extends Key>(
  { list, filter, like }: ListOptions<Place>,
  { cursor, limit, offset = 0 }: PageQuery,
) => {
  const isCursor = cursor !== undefined
  if (isCursor && offset > 0) {
    throw invalidField('/offset', 'not_allowed', 'offset and cursor cannot be used together.')
  }
  const bound = JSON.stringify([list, filter])
  const after = isCursor && cursor !== '' ? parse<Place>(cursor, bound, like) : null
  return {
    isCursor,
    /** Where the page before ended; null: at the beginning. */
    after,
    offset: isCursor ? 0 : offset,
    /** One more than is shown tells whether there is a next page. */
    most: isCursor ? limit + 1 : limit,
    /** For lists that are whole unless asked for by pages. */
    part: isCursor ? { after, most: limit + 1 } : null,
    /** What is shown, and `next_cursor` where there was a cursor. */
    close<Row>(rows: Row[], placeOf: (row: Row) => Place) {
      if (!isCursor) return { rows, next: {} }
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      return { rows: shown, next: { next_cursor: last ? format(placeOf(last), bound) : null } }
    },
  }
}

const format = (place: Key, bound: string): string => {
  const text = Buffer.from(JSON.stringify(place)).toString('base64url')
  return `${text}.${checksum(text, bound)}`
}

const parse = <Place extends Key>(cursor: string, bound: string, like: Place): Place => {
  const [text = '', sum] = cursor.split('.')
  if (sum !== checksum(text, bound)) throw invalidCursor()
  const place: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
  if (!Array.isArray(place) || place.length !== like.length) throw invalidCursor()
  if (!place.every((part, i) => typeof part === typeof like[i])) throw invalidCursor()
  return place as Place
}

const checksum = (text: string, bound: string): string => sha256Hex(`${bound} ${text}`).slice(0, 16)

const invalidCursor = () =>
  invalidField(
    '/cursor',
    'invalid_cursor',
    'cursor must be a next_cursor of this list with the same filters. Start again with an ' +
      'empty cursor.',
  )
