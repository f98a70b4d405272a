import type { Context } from '../../platform/context.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import { fold } from '../../platform/text/text.ts'
import { requireOrganization } from '../organizations/access.ts'
import type { TagQuery } from './codes.contents.schema.ts'
import * as store from './tags.store.ts'

const trimmed = (tag: string): string => tag.trim().replace(/\s+/g, ' ')

/** Tags with the same fold are one tag. */
export const foldTag = (tag: string): string => fold(trimmed(tag))

/** Trimmed, with single spaces, each once regardless of case, in the given order. */
export const cleanTags = (tags: readonly string[]): string[] => {
  const byFold = new Map<string, string>()
  for (const tag of tags) {
    const folded = foldTag(tag)
    if (!byFold.has(folded)) byFold.set(folded, trimmed(tag))
  }
  return [...byFold.values()]
}

/** The tags of a code as they are stored. */
export const parseTags = (text: string): string[] => JSON.parse(text) as string[]

/** The tags of an organization, for filters and completion. */
export const listTags = async (context: Context, query: TagQuery) => {
  const { id } = await requireOrganization(context, query.organization_id, 'codes:read')
  const startsWith = query.q === undefined ? null : fold(query.q.trim())
  const filter = [id, startsWith]
  const page = openPage({ list: 'tags', filter, like: [''] as [string] }, query)
  const found = await store.list(context.db, id, startsWith, page.after?.[0] ?? null, page.maximum)
  const { rows, next } = page.close(found, ({ folded }) => [folded])
  return { tags: rows.map(({ tag, codes }) => ({ tag, codes_count: codes })), ...next }
}
