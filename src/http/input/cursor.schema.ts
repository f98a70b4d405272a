import { type Static, Type } from 'typebox'
import { Nullable } from '../schema.ts'

export const Cursor = Type.Optional(
  Type.String({
    maxLength: 2000,
    description:
      'Instead of `offset`: empty for the first page, then `next_cursor` of the page before, with ' +
      'the same filter. Every page costs the same, and rows that come or go meanwhile neither ' +
      'repeat nor hide others.',
    examples: [''],
  }),
)

/** For lists without another paging. */
const CursorLimit = Type.Integer({
  minimum: 1,
  maximum: 100,
  default: 50,
  description: 'With `cursor`: how many items to return at most, 1 to 100.',
  examples: [50],
})

export const NextCursor = Type.Optional(
  Nullable(
    Type.String({ examples: ['WyJxcHJfMDFKQiJd.0123456789abcdef'] }),
    'With `cursor`: what to send as `cursor` for the next page; null on the last one.',
  ),
)

/** For lists that are returned whole unless the caller asks for pages. */
export const CursorQuery = Type.Object({ cursor: Cursor, limit: CursorLimit })
export type CursorQuery = Static<typeof CursorQuery>
