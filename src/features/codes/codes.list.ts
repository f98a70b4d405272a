import type { Actor } from '../../platform/http/callers/actor.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import type { Database } from '../../platform/store/database.ts'
import { fold } from '../../platform/text/text.ts'
import type { Access } from '../organizations/access.ts'
import * as lists from './codes.list.store.ts'
import { orders } from './codes.order.store.ts'
import type { CodeQuery } from './codes.schema.ts'
import { search } from './codes.search.ts'
import type { createViews } from './codes.views.ts'
import { cleanTags } from './tags.ts'

type Views = Pick<ReturnType<typeof createViews>, 'asListItem' | 'asFullListItem'>

interface ListOptions extends Views {
  database: Database
  access: Access
}

/** The codes of an organization, by order, name and tags. */
export const createLists = ({ database, access, asListItem, asFullListItem }: ListOptions) => ({
  async list(actor: Actor, query: CodeQuery) {
    const { db } = database
    const { limit, offset, status } = query
    const organization = await access.organization(db, actor, query.organization_id, 'codes:read')
    const organizationId = organization.id
    // Maintained on every change, because counting a million codes for each page would be too
    // slow.
    const total = organization[status === 'active' ? 'codes_active' : 'codes_archived']
    const view = query.view === 'full' ? asFullListItem : asListItem
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
        ? await search(database, wanted, page)
        : { found: await lists.pageOf(database, wanted, sort, page), total }
    const { rows, next } = page.close(found, placeOf)
    const ids = rows.map(({ id }) => id)
    const codes = (await lists.listByIds(db, organizationId, ids)).map(view)
    return { codes, total: isWhole ? total : counted, limit, offset, ...next }
  },
})
