import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { qpr } from '../api/client.ts'
import { OrganizationContext, rememberOrganization } from '../api/organization.ts'
import { queryOf } from '../api/query.ts'
import { Shown } from '../ui/states.tsx'
import { NotFoundPage } from './failures.tsx'

/** Loads the organization once for all pages below it. */
export const OrganizationFrame = () => {
  const { slug } = useParams({ from: '/$slug' })
  const query = useQuery(queryOf(qpr.organizations.get, slug))
  const { data, error } = query
  useEffect(() => {
    if (data) rememberOrganization(data.slug)
  }, [data])
  if (error?.status === 404) return <NotFoundPage />
  return (
    <Shown query={query} height="h-96">
      {(organization) => (
        <OrganizationContext value={organization}>
          <Outlet />
        </OrganizationContext>
      )}
    </Shown>
  )
}
