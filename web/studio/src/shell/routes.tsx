import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import { apiQuery } from '../api/query.ts'
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
    const path = { id: params.slug }
    void context.queryClient.prefetchQuery(apiQuery('/v1/organizations/{id}', { params: { path } }))
  },
  component: OrganizationFrame,
  notFoundComponent: NotFoundPage,
})
