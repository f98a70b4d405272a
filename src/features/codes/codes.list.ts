import type { Context } from '../../platform/context.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import type { Database } from '../../platform/store/database.ts'
import { allPages, type PageWindow } from '../../platform/store/keyset.ts'
import { fold } from '../../platform/text/text.ts'
import { requireOrganization } from '../organizations/access.ts'
import * as store from './codes.list.store.ts'
import type { CodeQuery } from './codes.schema.ts'
import { asFullListItem, asListItem } from './codes.views.ts'
import * as tagged from './tags.store.ts'
import { cleanTags, parseTags } from './tags.ts'

interface Wanted extends store.Listed {
  sort: store.Sort
  nameContains: string | null
  /** Folded; a code must have all of them. */
  tags: string[]
}

/**
 * A page of a search, or of an order without an index: it reads all codes of the list in small
 * steps and keeps the codes of the page. The cost does not depend on the depth of the page.
 */
const search = async (
  database: Pick<Database, 'db'>,
  { sort, nameContains, tags, ...listed }: Wanted,
  { after, offset, maximum }: PageWindow<store.Place>,
): Promise<{ found: store.Sortable[]; total: number }> => {
  const { compare, comparePlaces } = store.compareIn(sort)
  const { placeOf } = store.orders[sort]
  const needed = offset + maximum
  let first: store.Sortable[] = []
  let total = 0
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
): AsyncGenerator<store.Sortable[]> {
  const rarest = await tagged.rarest(db, organizationId, tags)
  if (rarest === null) return
  const read = (last?: tagged.TaggedCode) =>
    tagged.nextTagged(db, organizationId, rarest, last?.id ?? null, store.stepSize)
  for await (const step of allPages(store.stepSize, read)) {
    yield step.filter((code) => {
      if (code.status !== status) return false
      if (nameContains !== null && !code.name_folded.includes(nameContains)) return false
      const own = new Set(parseTags(code.tags).map(fold))
      return tags.every((tag) => own.has(tag))
    })
  }
}

/** The codes of an organization, by order, name and tags. */
export const listCodes = async (context: Context, query: CodeQuery) => {
  const { db, service } = context
  const { limit, offset, status } = query
  const organization = await requireOrganization(context, query.organization_id, 'codes:read')
  const organizationId = organization.id
  // Maintained on every change, because counting a million codes for each page would be too
  // slow.
  const total = organization[status === 'active' ? 'codes_active' : 'codes_archived']
  const asItem = query.view === 'full' ? asFullListItem : asListItem
  const view = (row: store.ListedCodeRow) => asItem(context, row)
  const { sort, q } = query
  const tags = cleanTags(query.tag ?? []).map(fold)
  const isWhole = q === undefined && tags.length === 0
  if (sort === 'newest' && isWhole && query.cursor === undefined && offset <= 1000) {
    const rows = await store.list(db, { organizationId, status, limit, offset })
    return { codes: rows.map(view), total, limit, offset }
  }
  const nameContains = q === undefined ? null : fold(q)
  const { like, placeOf } = store.orders[sort]
  const filter = [organizationId, status, sort, nameContains, ...tags]
  const page = openPage({ list: 'codes', filter, like }, query)
  const wanted = { organizationId, status, sort, nameContains, tags }
  const { found, total: counted } =
    sort === 'scans' || !isWhole
      ? await search(service.database, wanted, page)
      : { found: await store.pageOf(service.database, wanted, sort, page), total }
  const { rows, next } = page.close(found, placeOf)
  const ids = rows.map(({ id }) => id)
  const codes = (await store.listByIds(db, organizationId, ids)).map(view)
  return { codes, total: isWhole ? total : counted, limit, offset, ...next }
}
