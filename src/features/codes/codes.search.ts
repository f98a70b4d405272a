import type { Database } from '../../platform/store/database.ts'
import type { CodeStatus } from '../../platform/store/tables.ts'
import { fold } from '../../platform/text/text.ts'
import * as store from './codes.list.store.ts'
import { compareIn, orders, type Place, type Sort, type Sortable } from './codes.order.store.ts'
import * as tagged from './tags.store.ts'
import { parseTags } from './tags.ts'

interface Wanted {
  organizationId: string
  status: CodeStatus
  sort: Sort
  nameContains: string | null
  /** Folded; a code must have all of them. */
  tags: string[]
}

interface Page {
  after: Place | null
  offset: number
  most: number
}

/**
 * A page of a search, or of an order without an index: it reads all codes of the list in small
 * steps and keeps the codes of the page. The cost does not depend on the depth of the page.
 */
export const search = async (
  database: Pick<Database, 'db'>,
  { organizationId, status, sort, nameContains, tags }: Wanted,
  { after, offset, most }: Page,
): Promise<{ found: Sortable[]; total: number }> => {
  const { compare, comparePlaces } = compareIn(sort)
  const { placeOf } = orders[sort]
  const needed = offset + most
  let first: Sortable[] = []
  let total = 0
  const listed = { organizationId, status }
  const steps =
    tags.length > 0
      ? walkTagged(database, listed, nameContains, tags)
      : store.walk(database, listed, nameContains)
  for await (const step of steps) {
    total += step.length
    first.push(...(after ? step.filter((code) => comparePlaces(placeOf(code), after) > 0) : step))
    if (first.length > 2 * needed + 1000) first = first.sort(compare).slice(0, needed)
  }
  return { found: first.sort(compare).slice(offset, needed), total }
}

/**
 * Yields the codes of a list that have all of these tags, in the same steps. It follows the rarest
 * tag, so the cost does not depend on the number of other codes.
 */
async function* walkTagged(
  { db }: Pick<Database, 'db'>,
  { organizationId, status }: store.Listed,
  nameContains: string | null,
  tags: string[],
): AsyncGenerator<Sortable[]> {
  const rarest = await tagged.rarest(db, organizationId, tags)
  let after: string | null = null
  while (rarest !== null) {
    const step: tagged.TaggedCode[] = await tagged.nextTagged(
      db,
      organizationId,
      rarest,
      after,
      store.stepSize,
    )
    yield step.filter((code) => {
      if (code.status !== status) return false
      if (nameContains !== null && !code.name_folded.includes(nameContains)) return false
      const own = new Set(parseTags(code.tags).map(fold))
      return tags.every((tag) => own.has(tag))
    })
    const last = step.at(-1)
    if (!last || step.length < store.stepSize) return
    after = last.id
    await new Promise(setImmediate)
  }
}
