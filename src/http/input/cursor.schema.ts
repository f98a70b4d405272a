import { type Static, Type } from 'typebox'
import { Nullable } from '../schema.ts'

export const Cursor = Type.Optional(
  Type.String({
    maxLength: 2000,
    description:
      'Use it instead of `offset`: empty for the first page, then `next_cursor` of the ' +
      'previous page with the same filters. Every page costs the same. Rows that are added or ' +
      'deleted meanwhile cause no repeated or missing items.',
    examples: [''],
  }),
)

/** For lists without another paging. */
const CursorLimit = Type.Integer({
  minimum: 1,
  maximum: 100,
  default: 50,
  description: 'With `cursor`: maximum number of items to return, 1 to 100.',
  examples: [50],
})

export const NextCursor = Type.Optional(
  Nullable(
    Type.String({ examples: ['WyJxcHJfMDFKQiJd.0123456789abcdef'] }),
    'With `cursor`: the `cursor` of the next page; null on the last page.',
  ),
)

/** For lists that are returned whole unless the caller asks for pages. */
export const CursorQuery = Type.Object({ cursor: Cursor, limit: CursorLimit })
export type CursorQuery = Static<typeof CursorQuery>
