import { QueryClient } from '@tanstack/react-query'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Only network failures: the service would refuse the same request again.
      retry: (failures, { isNetwork }) => isNetwork && failures < 2,
      staleTime: 10_000,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
})
