import { Outlet, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { OrganizationContext, rememberOrganization } from '../api/organization.ts'
import { useApi } from '../api/query.ts'
import { ErrorPanel, Loading, Skeleton } from '../ui/states.tsx'
import { NotFoundPage } from './failures.tsx'

/** Gives every page below it the organization, so that none has to wait for it again. */
export const OrganizationFrame = () => {
  const { slug } = useParams({ from: '/$slug' })
  const { data, error, refetch } = useApi('/v1/organizations/{id}', {
    params: { path: { id: slug } },
  })
  useEffect(() => {
    if (data) rememberOrganization(data.slug)
  }, [data])
  if (error?.status === 404) return <NotFoundPage />
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <Loading>
        <Skeleton className="mb-8 h-8 w-48" />
        <Skeleton className="h-64 w-full" />
      </Loading>
    )
  }
  return (
    <OrganizationContext value={data}>
      <Outlet />
    </OrganizationContext>
  )
}
