import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { qpr } from '../api/client.ts'
import { given } from '../api/given.ts'
import { waitingFirst } from '../api/handling.ts'
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
    handling: search.handling,
    assignee: search.assignee,
  })

export const isFiltered = ({ page: _, ...filters }: InboxSearch): boolean =>
  Object.values(filters).some((value) => value !== undefined)

const refreshMs = 10_000

/**
 * One page of the inbox, with those who wait first. The former page stays until the next one is
 * loaded.
 */
export const useInbox = (search: InboxSearch, { enabled = true } = {}) => {
  const { id } = useOrganization()
  const filter = filterOf(id, search)
  const { q, rating, outcome, handling, status, page } = search
  // These three read every row.
  const isCheap = q === undefined && rating === undefined && outcome === undefined
  const query = useQuery({
    ...queryOf(qpr.conversations.list, { ...filter, ...onPage(page) }),
    placeholderData: keepPreviousData,
    refetchInterval: isCheap && refreshMs,
    enabled,
  })
  const waiting = useQuery({
    ...queryOf(qpr.conversations.list, { ...filter, handling: 'waiting', limit: 50 }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
    enabled: enabled && handling === undefined && status !== 'ended',
  })
  const first = (handling === undefined && waiting.data?.conversations) || []
  const { data } = query
  return {
    ...query,
    data: data && { ...data, conversations: waitingFirst(first, data.conversations, page) },
  }
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
