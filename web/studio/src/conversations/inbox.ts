import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { qpr } from '../api/client.ts'
import { given } from '../api/given.ts'
import { useOrganization } from '../api/organization.ts'
import { queryOf } from '../api/query.ts'
import type { InboxSearch } from '../routes.ts'
import { sinceOf } from '../ui/period.ts'
import { onPage } from '../ui/table.tsx'

/** The filters of the address as query parameters of the API. */
export const filterOf = (organization_id: string, search: InboxSearch) =>
  given({
    organization_id,
    q: search.q,
    qpr_code_id: search.code,
    // The days of Insight, so that both count the same conversations.
    since: search.period && sinceOf(search.period),
    rating: search.rating,
    outcome: search.outcome,
    status: search.status,
  })

export const isFiltered = ({ page: _, ...filters }: InboxSearch): boolean =>
  Object.values(filters).some((value) => value !== undefined)

/** One page of the inbox. The former page stays until the next one is loaded. */
export const useInbox = (search: InboxSearch, options: { enabled?: boolean } = {}) => {
  const { id } = useOrganization()
  return useQuery({
    ...queryOf(qpr.conversations.list, { ...filterOf(id, search), ...onPage(search.page) }),
    placeholderData: keepPreviousData,
    ...options,
  })
}

const withPage = (search: InboxSearch, page: number): InboxSearch => ({
  ...search,
  page: page > 1 ? page : undefined,
})

/** The newer and the older conversation in the inbox that this one was opened from. */
export const useNeighbours = (id: string, search: InboxSearch) => {
  const page = search.page ?? 1
  const { data } = useInbox(search)
  const rows = data?.conversations ?? []
  const place = rows.findIndex((row) => row.id === id)
  const isFirst = place === 0 && page > 1
  const isLast =
    place >= 0 &&
    place === rows.length - 1 &&
    data !== undefined &&
    data.offset + rows.length < data.total
  const newerPage = useInbox(withPage(search, page - 1), { enabled: isFirst })
  const olderPage = useInbox(withPage(search, page + 1), { enabled: isLast })

  const at = (row: { id: string } | undefined, onWhich: number) =>
    row ? { id: row.id, search: withPage(search, onWhich) } : null
  if (place < 0) return { newer: null, older: null }
  return {
    newer: isFirst ? at(fresh(newerPage)?.at(-1), page - 1) : at(rows[place - 1], page),
    older: isLast ? at(fresh(olderPage)?.[0], page + 1) : at(rows[place + 1], page),
  }
}

/** Without the rows of the former page, which stay until the right ones are loaded. */
const fresh = ({ data, isPlaceholderData }: ReturnType<typeof useInbox>) =>
  isPlaceholderData ? undefined : data?.conversations
