import { type Static, Type } from 'typebox'
import { maxItems, maxLength } from '#contract/limits.ts'
import { Cursor, NextCursor } from '../../platform/http/input/cursor.ts'
import { Int, Limit, OrganizationId, Str, Text } from '../../platform/http/schema.ts'

export const Tag = Text(maxLength.tag, 'A tag, 1 to 40 characters.', 'terrace')

export const TagList = Type.Array(Tag, {
  maxItems: maxItems.tags,
  description:
    'Up to 20 tags, in your order. White space around a tag is removed; a tag that differs only ' +
    'in case is kept once.',
  examples: [['terrace', 'season 2026']],
})

export const TagQuery = Type.Object({
  organization_id: OrganizationId,
  q: Type.Optional(Text(maxLength.tag, 'Only tags that begin with this text.', 'ter')),
  limit: Limit(100, 500),
  cursor: Cursor,
})
export type TagQuery = Static<typeof TagQuery>

export const TagPage = Type.Object({
  tags: Type.Array(
    Type.Object({
      tag: Str('The tag.', 'terrace'),
      codes_count: Int('Number of codes with this tag, archived ones included.', 12),
    }),
    { description: 'One page of tags, in alphabetical order.' },
  ),
  next_cursor: NextCursor,
})
