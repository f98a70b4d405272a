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

/** /studio itself only knows where to go. */
export const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: Start,
})

/** Everything below an organization: /studio/<slug>/… */
export const organizationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$slug',
  // Asked for while the page's own code is still on its way.
  loader: ({ context, params }) => {
    const path = { id: params.slug }
    void context.queryClient.prefetchQuery(apiQuery('/v1/organizations/{id}', { params: { path } }))
  },
  component: OrganizationFrame,
  notFoundComponent: NotFoundPage,
})
