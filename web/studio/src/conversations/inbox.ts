import { keepPreviousData } from '@tanstack/react-query'
import { given } from '../api/given.ts'
import { useOrganization } from '../api/organization.ts'
import { useApi } from '../api/query.ts'
import type { InboxSearch } from '../routes.ts'
import { sinceOf } from '../ui/period.ts'

export const pageSize = 50

/** The filters of the address as query parameters of the API. */
export const filterOf = (organization_id: string, search: InboxSearch) =>
  given({
    organization_id,
    q: search.q,
    qpr_code_id: search.code,
    since: search.period && sinceOf(search.period),
    rating: search.rating,
    status: search.status,
  })

export const isFiltered = ({ page: _, ...filters }: InboxSearch): boolean =>
  Object.values(filters).some((value) => value !== undefined)

/** One page of the inbox. The former page stays until the next one is loaded. */
export const useInbox = (search: InboxSearch, options: { enabled?: boolean } = {}) => {
  const { id } = useOrganization()
  const offset = ((search.page ?? 1) - 1) * pageSize
  return useApi(
    '/v1/conversations',
    { params: { query: { ...filterOf(id, search), limit: pageSize, offset } } },
    { placeholderData: keepPreviousData, ...options },
  )
}
