import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { router } from './router.tsx'
import { ToastProvider } from './ui/toast.tsx'
import { currentLanguage, LanguageProvider, loadLanguage } from './words/words.tsx'

const start = async () => {
  const [language] = await Promise.all([loadLanguage(currentLanguage()), router.load()])
  document.documentElement.lang = language.language
  const root = document.getElementById('studio')
  if (!root) throw new Error('The page has no place for the Studio.')
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LanguageProvider initial={language}>
          <ToastProvider>
            <RouterProvider router={router} />
          </ToastProvider>
        </LanguageProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}

// After an update of the service the files of the old build are gone: the new page names new ones.
addEventListener('vite:preloadError', () => location.reload())

void start()
