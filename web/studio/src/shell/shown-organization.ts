import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { qpr } from '../api/client.ts'
import { startingOrganization, useOrganizations } from '../api/organization.ts'
import { queryOf } from '../api/query.ts'

const useDetail = (id: string | undefined) =>
  useQuery({ ...queryOf(qpr.organizations.get, id ?? ''), enabled: id !== undefined })

/**
 * The organization of the address. If the address has none, or the user has no access to it, the
 * last used one, so that the rail always leads somewhere.
 */
export const useShownOrganization = () => {
  const { slug } = useParams({ strict: false })
  const { data: all } = useOrganizations()
  const named = useDetail(slug)
  const isElsewhere = slug === undefined || named.error !== null
  const last = useDetail(
    isElsewhere && all ? startingOrganization(all.organizations)?.slug : undefined,
  )
  return isElsewhere ? last.data : named.data
}

export type ShownOrganization = ReturnType<typeof useShownOrganization>
