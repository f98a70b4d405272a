import { useParams } from '@tanstack/react-router'
import { startingOrganization, useOrganizations } from '../api/organization.ts'
import { useApi } from '../api/query.ts'

/** The organization of the address; on pages of the account, the one that was used last. */
export const useShownOrganization = () => {
  const { slug } = useParams({ strict: false })
  const { data: all } = useOrganizations()
  const id = slug ?? (all && startingOrganization(all.organizations)?.slug)
  const { data } = useApi(
    '/v1/organizations/{id}',
    { params: { path: { id: id ?? '' } } },
    { enabled: id !== undefined },
  )
  return data
}

export type ShownOrganization = ReturnType<typeof useShownOrganization>
