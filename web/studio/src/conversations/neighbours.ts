import type { InboxSearch } from '../routes.ts'
import { pageSize, useInbox } from './inbox.ts'

interface Neighbour {
  id: string
  search: InboxSearch
}

const onPage = (search: InboxSearch, page: number): InboxSearch => ({
  ...search,
  page: page > 1 ? page : undefined,
})

/** The conversations before and behind one, in the inbox that it was opened from. */
export const useNeighbours = (id: string, search: InboxSearch) => {
  const page = search.page ?? 1
  const { data } = useInbox(search)
  const rows = data?.conversations ?? []
  const place = rows.findIndex((row) => row.id === id)
  const isFirst = place === 0 && page > 1
  const isLast = place >= 0 && place === rows.length - 1 && page * pageSize < (data?.total ?? 0)
  const newerPage = useInbox(onPage(search, page - 1), { enabled: isFirst })
  const olderPage = useInbox(onPage(search, page + 1), { enabled: isLast })

  const at = (row: { id: string } | undefined, onWhich: number): Neighbour | null =>
    row ? { id: row.id, search: onPage(search, onWhich) } : null
  if (place < 0) return { newer: null, older: null }
  return {
    newer: isFirst ? at(fresh(newerPage)?.at(-1), page - 1) : at(rows[place - 1], page),
    older: isLast ? at(fresh(olderPage)?.[0], page + 1) : at(rows[place + 1], page),
  }
}

/** Not those of another page, which stay until the right ones are there. */
const fresh = ({ data, isPlaceholderData }: ReturnType<typeof useInbox>) =>
  isPlaceholderData ? undefined : data?.conversations
