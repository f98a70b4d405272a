import { Outlet, useMatches, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { may } from '#contract/roles.ts'
import { qpr } from '../api/client.ts'
import { OrganizationContext, rememberOrganization } from '../api/organization.ts'
import { useRead } from '../api/read.ts'
import { Shown } from '../ui/states.tsx'
import { NoAccessPage, NotFoundPage } from './failures.tsx'

/** Loads the organization once for all pages below it, and shows only those that the role may read. */
export const OrganizationFrame = () => {
  const { slug } = useParams({ from: '/$slug' })
  const query = useRead(qpr.organizations.get, slug)
  const { data, error } = query
  const needs = useMatches({
    select: (matches) => matches.flatMap(({ staticData }) => staticData.needs ?? []),
  })
  useEffect(() => {
    if (data) rememberOrganization(data.slug)
  }, [data])
  if (error?.status === 404) return <NotFoundPage />
  return (
    <Shown query={query} height="h-96">
      {(organization) => (
        <OrganizationContext value={organization}>
          {needs.every((one) => may(organization.role, one)) ? <Outlet /> : <NoAccessPage />}
        </OrganizationContext>
      )}
    </Shown>
  )
}
