import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  Navigate,
  Outlet,
  useMatches,
  useParams,
} from '@tanstack/react-router'
import { useEffect } from 'react'
import { may } from '#contract/roles.ts'
import { qpr } from '../api/client.ts'
import {
  OrganizationContext,
  rememberOrganization,
  startingOrganization,
  useOrganizations,
} from '../api/organization.ts'
import { queryOf } from '../api/query.ts'
import { useRead } from '../api/read.ts'
import { Shown } from '../ui/states.tsx'
import { FailedShell, NoAccessPage, NotFoundPage } from './failures.tsx'
import { Shell } from './shell.tsx'

/** Opens the last used organization, or the first steps when it has no code yet. */
const Start = () => {
  const query = useOrganizations()
  const organization = query.data && startingOrganization(query.data.organizations)
  return (
    <Shown query={{ ...query, data: organization }}>
      {({ slug, qpr_codes_count }) => (
        <Navigate
          to={qpr_codes_count === 0 ? '/$slug/welcome' : '/$slug'}
          params={{ slug }}
          replace
        />
      )}
    </Shown>
  )
}

/** Loads the organization once for all pages below it, and shows only those that the role may read. */
const OrganizationFrame = () => {
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

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Shell,
  notFoundComponent: NotFoundPage,
  errorComponent: FailedShell,
})

/** /studio redirects to an organization. */
export const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: Start,
})

/** Everything below an organization: /studio/<slug>/… */
export const organizationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$slug',
  // Requested while the code of the page is still loading.
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(queryOf(qpr.organizations.get, params.slug))
  },
  component: OrganizationFrame,
  notFoundComponent: NotFoundPage,
})
