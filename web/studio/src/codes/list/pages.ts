import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { qpr } from '../../api/client.ts'
import type { ApiProblem } from '../../api/problem.ts'
import type { CodeFilter, CodePage } from './lists.ts'

/**
 * Reads the list of codes page by page, for `VirtualTable`: rows so far, how many there are in all,
 * and `loadMore`.
 */
export const useCodePages = (filter: CodeFilter) => {
  type Key = readonly [string, 'pages', CodeFilter]
  const pages = useInfiniteQuery<CodePage, ApiProblem, InfiniteData<CodePage>, Key, number>({
    queryKey: ['/v1/qpr-codes', 'pages', filter],
    initialPageParam: 0,
    // To read a hundred pages again because a window was looked at would be too much.
    refetchOnWindowFocus: false,
    // The former rows stay while a filter loads, but never rows of another organization.
    placeholderData: (previous, query) =>
      query?.queryKey[2].organization_id === filter.organization_id ? previous : undefined,
    queryFn: async ({ pageParam: offset, signal }) =>
      await qpr.codes.list({ ...filter, limit: 100, view: 'full', offset }, { signal }),
    getNextPageParam: ({ total, limit, offset }) =>
      offset + limit < total ? offset + limit : undefined,
  })
  const all = pages.data?.pages ?? []
  return {
    rows: all.flatMap(({ codes }) => codes),
    total: all.at(-1)?.total ?? 0,
    isPending: pages.isPending,
    /** Still those of the former filter. */
    isFormer: pages.isPlaceholderData,
    isLoadingMore: pages.isFetchingNextPage,
    error: pages.error,
    refetch: () => void (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch()),
    loadMore: () => {
      // Not after a failure: a table that calls this on every scroll would never stop.
      if (pages.hasNextPage && !pages.isFetching && !pages.isFetchNextPageError) {
        void pages.fetchNextPage()
      }
    },
  }
}
