import { createRouter } from '@tanstack/react-router'
import { accountRoutes } from './account/routes.ts'
import { studioPath } from './api/place.ts'
import { queryClient } from './api/query-client.ts'
import { codeRoutes } from './codes/routes.ts'
import { conversationRoutes } from './conversations/routes.ts'
import { firstRunRoutes } from './first-run/routes.ts'
import { insightRoutes } from './insight/routes.ts'
import { keyRoutes } from './keys/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { planRoutes } from './plan/routes.ts'
import { newOrganizationRoute, settingsRoutes } from './settings/routes.ts'
import { FailedPage } from './shell/failures.tsx'
import { wishFocus } from './shell/focus.ts'
import { indexRoute, organizationRoute, rootRoute } from './shell/routes.tsx'
import { webhookRoutes } from './webhooks/routes.ts'

// Each slice brings its own routes; here they are put together.
const routeTree = rootRoute.addChildren([
  indexRoute,
  ...accountRoutes,
  newOrganizationRoute,
  organizationRoute.addChildren([
    ...firstRunRoutes,
    ...codeRoutes,
    ...insightRoutes,
    ...conversationRoutes,
    ...webhookRoutes,
    ...memberRoutes,
    ...keyRoutes,
    ...planRoutes,
    ...settingsRoutes,
  ]),
])

export const router = createRouter({
  routeTree,
  basepath: studioPath,
  context: { queryClient },
  // Each page has a boundary of its own: what breaks it leaves the rail standing.
  defaultErrorComponent: FailedPage,
  // What breaks even that comes to our own boundary, in main.tsx.
  disableGlobalCatchBoundary: true,
  defaultPreload: 'intent',
  // What a page shows is kept by react-query, not by the router.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultStructuralSharing: true,
})

router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) wishFocus()
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
