import { sha256Hex } from '../../kit/ids.ts'
import { invalidField } from '../problem.ts'

type Key = (string | number)[]

/** The types of a place in a list, and the name and filter that identify the list. */
interface ListOptions<Place extends Key> {
  list: string
  filter: unknown[]
  /** An example of a place. A cursor must have the same number of parts with the same types. */
  like: Place
}

interface PageQuery {
  cursor?: string
  limit: number
  offset?: number
}

/**
 * A page of a list. Without `cursor` it is selected by offset. A cursor is opaque, and a hash binds
 * it to its list and filter. It contains no secret and gives no access. `signCursors` signs it.
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
    /** The end of the previous page; null at the beginning. */
    after,
    offset: isCursor ? 0 : offset,
    /** One more row than the page shows whether there is a next page. */
    maximum: isCursor ? limit + 1 : limit,
    /** For lists that are returned whole unless the caller asks for pages. */
    part: isCursor ? { after, maximum: limit + 1 } : null,
    /** The rows of the page, and `next_cursor` if the request had a cursor. */
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

/** Any text is a place or a 422, whatever its checksum is: a query gets only values of its types. */
const parse = <Place extends Key>(cursor: string, bound: string, like: Place): Place => {
  const [text = '', sum, ...more] = cursor.split('.')
  if (more.length > 0 || sum !== checksum(text, bound)) throw invalidCursor()
  const place = read(text)
  if (!Array.isArray(place) || place.length !== like.length) throw invalidCursor()
  if (!place.every((part, i) => isLike(part, like[i]))) throw invalidCursor()
  return place as Place
}

const read = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    throw invalidCursor()
  }
}

/** PostgreSQL refuses a NUL, and a number outside the range of a count or an instant. */
const isLike = (part: unknown, like: unknown): boolean =>
  typeof part === 'string'
    ? typeof like === 'string' && !part.includes('\0') && part.isWellFormed()
    : typeof part === 'number' && typeof like === 'number' && Number.isSafeInteger(part)

const checksum = (text: string, bound: string): string => sha256Hex(`${bound} ${text}`).slice(0, 16)

export const invalidCursor = () =>
  invalidField(
    '/cursor',
    'invalid_cursor',
    'cursor must be a next_cursor of this list with the same filters. Start again with an ' +
      'empty cursor.',
  )
