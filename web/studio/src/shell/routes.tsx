import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import { qpr } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { FailedShell, NotFoundPage } from './failures.tsx'
import { OrganizationFrame } from './organization-frame.tsx'
import { Shell } from './shell.tsx'
import { Start } from './start.tsx'

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
