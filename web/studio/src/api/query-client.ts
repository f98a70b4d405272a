import { QueryClient } from '@tanstack/react-query'
import { retryRead } from './query.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: retryRead, staleTime: 10_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
})
