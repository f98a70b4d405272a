import { createRouter } from '@tanstack/react-router'
import { studioPath } from './api/place.ts'
import { queryClient } from './api/query-client.ts'
import { routeTree } from './routes.ts'
import { FailedPage } from './shell/failures.tsx'
import { requestFocus } from './shell/focus.ts'

export const router = createRouter({
  routeTree,
  basepath: studioPath,
  context: { queryClient },
  // Each page has its own boundary: an error in a page leaves the rail in place.
  defaultErrorComponent: FailedPage,
  // Errors outside of pages reach our own boundary, in main.tsx.
  disableGlobalCatchBoundary: true,
  defaultPreload: 'intent',
  // The data of a page is kept by react-query, not by the router.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultStructuralSharing: true,
})

router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) requestFocus()
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
