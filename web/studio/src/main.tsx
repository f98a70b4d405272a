import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { studioPath } from './api/place.ts'
import { queryClient } from './api/query-client.ts'
import { pushWorkers, wasJustReloaded } from './browser.ts'
import { routeTree } from './routes.ts'
import { FailedPage } from './shell/failures.tsx'
import { requestFocus } from './shell/focus.ts'
import { LastResort, RootBoundary } from './shell/last-resort.tsx'
import { ToastProvider } from './ui/toast.tsx'
import { currentLanguage, LanguageProvider, loadLanguage } from './words/words.tsx'

const router = createRouter({
  routeTree,
  basepath: studioPath,
  // Each page has its own boundary: an error in a page leaves the rail in place.
  defaultErrorComponent: FailedPage,
  // Errors outside of pages reach our own boundary.
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

const place = document.getElementById('studio')
if (!place) throw new Error('The page has no place for the Studio.')
const root = createRoot(place)

const start = async () => {
  const [language] = await Promise.all([loadLanguage(currentLanguage()), router.load()])
  document.documentElement.lang = language.language
  root.render(
    <StrictMode>
      <RootBoundary>
        <QueryClientProvider client={queryClient}>
          <LanguageProvider initial={language}>
            <ToastProvider>
              <RouterProvider router={router} />
            </ToastProvider>
          </LanguageProvider>
        </QueryClientProvider>
      </RootBoundary>
    </StrictMode>,
  )
}

// After an update of the service the files of the old build are gone: the new page names new ones.
addEventListener('vite:preloadError', () => {
  // Only once: if the files stay missing, the error page says so.
  if (!wasJustReloaded()) location.reload()
})

// A press on a push message. The router asks before unsaved changes are lost.
pushWorkers()?.addEventListener('message', ({ data }) => router.history.push(data.path))

start().catch((error: unknown) => {
  console.error(error)
  root.render(<LastResort error={error} />)
})
