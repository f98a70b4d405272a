import { Outlet, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { OrganizationContext, rememberOrganization } from '../api/organization.ts'
import { useApi } from '../api/query.ts'
import { Shown } from '../ui/states.tsx'
import { NotFoundPage } from './failures.tsx'

/** Loads the organization once for all pages below it. */
export const OrganizationFrame = () => {
  const { slug } = useParams({ from: '/$slug' })
  const query = useApi('/v1/organizations/{id}', {
    params: { path: { id: slug } },
  })
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
