import type { Context } from '../../platform/context.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import { fold } from '../../platform/text/text.ts'
import { requireOrganization } from '../organizations/access.ts'
import * as lists from './codes.list.store.ts'
import { orders } from './codes.order.store.ts'
import type { CodeQuery } from './codes.schema.ts'
import { search } from './codes.search.ts'
import { asFullListItem, asListItem } from './codes.views.ts'
import { cleanTags } from './tags.ts'

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
  const view = (row: lists.ListedCode) => asItem(context, row)
  const { sort, q } = query
  const tags = cleanTags(query.tag ?? []).map(fold)
  const isWhole = q === undefined && tags.length === 0
  if (sort === 'newest' && isWhole && query.cursor === undefined && offset <= 1000) {
    const rows = await lists.list(db, { organizationId, status, limit, offset })
    return { codes: rows.map(view), total, limit, offset }
  }
  const nameContains = q === undefined ? null : fold(q)
  const { like, placeOf } = orders[sort]
  const filter = [organizationId, status, sort, nameContains, ...tags]
  const page = openPage({ list: 'codes', filter, like }, query)
  const wanted = { organizationId, status, sort, nameContains, tags }
  const { found, total: counted } =
    sort === 'scans' || !isWhole
      ? await search(service.database, wanted, page)
      : { found: await lists.pageOf(service.database, wanted, sort, page), total }
  const { rows, next } = page.close(found, placeOf)
  const ids = rows.map(({ id }) => id)
  const codes = (await lists.listByIds(db, organizationId, ids)).map(view)
  return { codes, total: isWhole ? total : counted, limit, offset, ...next }
}
