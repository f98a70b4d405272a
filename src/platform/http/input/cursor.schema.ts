import { type Static, Type } from 'typebox'
import { Int, Limit, Nullable, Offset, Str } from '../schema.ts'

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
