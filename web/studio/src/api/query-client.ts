import { notifyManager, QueryClient } from '@tanstack/react-query'

// A control shows its new state in the same frame: with a timer it would first show the old one.
notifyManager.setScheduler(queueMicrotask)

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
