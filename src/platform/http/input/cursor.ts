import type { FastifyInstance, preHandlerHookHandler, preSerializationHookHandler } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Clock } from '../../kit/clock.ts'
import { sha256Hex } from '../../kit/ids.ts'
import type { Secrets } from '../../kit/secrets.ts'
import { invalidField } from '../problem.ts'
import { Int, Limit, Nullable, Offset, Str } from '../schema.ts'

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

const invalidCursor = () =>
  invalidField(
    '/cursor',
    'invalid_cursor',
    'cursor must be a next_cursor of this list with the same filters. Start again with an ' +
      'empty cursor.',
  )

interface SigningOptions {
  secrets: Pick<Secrets, 'tag' | 'verifyTag'>
  clock: Clock
  /** Until then, cursors of the version before, which did not sign them, are accepted. */
  unsignedUntil: number
}

/**
 * Signs the cursors of all lists at the edge, so that only places that this service has chosen reach
 * a query. The signature follows the cursor of the version before, whose processes ignore it: both
 * versions can serve the pages of one list during an upgrade.
 */
export const signCursors = (
  app: FastifyInstance,
  { secrets, clock, unsignedUntil }: SigningOptions,
) => {
  const verified = (cursor: string, route: string): string => {
    const end = cursor.lastIndexOf('.')
    const [unsigned, tag] = [cursor.slice(0, end), cursor.slice(end + 1)]
    if (end > 0 && secrets.verifyTag(tag, 'cursor', route, unsigned)) return unsigned
    if (clock.now() < unsignedUntil) return cursor
    throw invalidCursor()
  }

  app.addHook('onRoute', (route) => {
    const { querystring } = (route.schema ?? {}) as { querystring?: { properties?: object } }
    if (!querystring?.properties || !('cursor' in querystring.properties)) return
    const { url } = route
    const verify: preHandlerHookHandler = (request, _reply, done) => {
      const query = request.query as { cursor?: string }
      if (query.cursor) query.cursor = verified(query.cursor, url)
      done()
    }
    const sign: preSerializationHookHandler<unknown> = (_request, _reply, payload, done) => {
      const { next_cursor: next } = (payload ?? {}) as { next_cursor?: string | null }
      if (typeof next !== 'string') return done(null, payload)
      const signed = `${next}.${secrets.tag('cursor', url, next)}`
      done(null, { ...(payload as object), next_cursor: signed })
    }
    route.preHandler = [verify, route.preHandler ?? []].flat()
    route.preSerialization = [route.preSerialization ?? [], sign].flat()
  })
}

export const Cursor = Type.Optional(
  Str(
    'Use it instead of `offset`: empty for the first page, then `next_cursor` of the ' +
      'previous page with the same filters. Every page costs the same. Rows that are added or ' +
      'deleted meanwhile cause no repeated or missing items.',
    '',
    { maxLength: 2000 },
  ),
)

/** The query parameters of a list with pages. */
export const pageQuery = (defaultLimit: number, maximum: number) => ({
  limit: Limit(defaultLimit, maximum),
  offset: Offset,
  cursor: Cursor,
})

export const countedTo = 'The full count; counting stops at 100,000.'

/** The fields of a page beside its items. */
export const pageFields = (limit: number, total = 'The full count.') => ({
  total: Int(total, 1),
  limit: Int('As in the request.', limit),
  offset: Int('As in the request.', 0),
  next_cursor: NextCursor,
})

/** For lists without another paging. */
const CursorLimit = Int('With `cursor`: maximum number of items to return, 1 to 100.', 50, {
  minimum: 1,
  maximum: 100,
  default: 50,
})

export const NextCursor = Type.Optional(
  Nullable(
    Str(
      'With `cursor`: the `cursor` of the next page; null on the last page.',
      'WyJxcHJfMDFKQiJd.0123456789abcdef',
    ),
  ),
)

/** For lists that are returned whole unless the caller asks for pages. */
export const CursorQuery = Type.Object({ cursor: Cursor, limit: CursorLimit })
export type CursorQuery = Static<typeof CursorQuery>
