import { type InfiniteData, type Query, useInfiniteQuery } from '@tanstack/react-query'
import type { CodeSort, CodeStatus } from '#contract/statuses.ts'
import { partsOf } from '../../../../../sdk/typescript/src/index.ts'
import { type Output, qpr } from '../../api/client.ts'
import type { ApiProblem } from '../../api/problem.ts'
import { queryClient } from '../../api/query-client.ts'
import { compareNames } from '../../browser.ts'

type PageOfCodes = Output<'GET /v1/qpr-codes'>
export type ListedCode = PageOfCodes['codes'][number]

const path = '/v1/qpr-codes'
type Pages = InfiniteData<PageOfCodes>

const isPages = ({ queryKey }: Query): boolean => queryKey[0] === path && queryKey[1] === 'pages'

/** Removes codes from every list that shows them. Returns a function that puts them back. */
export const takeFromLists = (ids: ReadonlySet<string>) => {
  const lists = queryClient.getQueriesData<Pages>({ predicate: isPages })
  for (const [key, data] of lists) if (data) queryClient.setQueryData(key, without(data, ids))
  return () => {
    for (const [key, data] of lists) queryClient.setQueryData(key, data)
  }
}

const without = (data: Pages, ids: ReadonlySet<string>): Pages => {
  const remaining = data.pages.map((page) => page.codes.filter(({ id }) => !ids.has(id)))
  const count = (codes: readonly ListedCode[][]) =>
    codes.reduce((sum, { length }) => sum + length, 0)
  const taken = count(data.pages.map(({ codes }) => codes)) - count(remaining)
  if (taken === 0) return data
  return {
    ...data,
    pages: data.pages.map((page, index) => ({
      ...page,
      codes: remaining[index] ?? [],
      total: page.total - taken,
      // The following codes have moved up, so the next page begins earlier.
      offset: index === data.pages.length - 1 ? page.offset - taken : page.offset,
    })),
  }
}

/** More than this many pages are not read again at once, only when they are next opened. */
const fewPages = 3

/** After a change: every query that shows codes reads them again. */
export const refreshCodes = async () => {
  const isLong = (query: Query) =>
    isPages(query) && ((query.state.data as Pages | undefined)?.pages.length ?? 0) > fewPages
  const isOfCodes = ({ queryKey: [key] }: Query) =>
    key === path || String(key).startsWith(`${path}/`)
  await queryClient.invalidateQueries({ predicate: isLong, refetchType: 'none' })
  await queryClient.invalidateQueries({ predicate: (one) => isOfCodes(one) && !isLong(one) })
}

export interface CodeListFilter {
  organization_id: string
  status: CodeStatus
  sort: CodeSort
  q?: string
  tag?: string[]
}

const pageSize = 100

/** The ids of codes that a filter finds, in its order, from one place on. */
export const readIds = async (
  filter: CodeListFilter,
  { from = 0, count }: { from?: number; count: number },
): Promise<string[]> => {
  const page = async (offset: number) => {
    const query = { ...filter, limit: Math.min(pageSize, from + count - offset), offset }
    return (await qpr.codes.list(query)).codes.map(({ id }) => id)
  }
  const starts = Array.from({ length: Math.ceil(count / pageSize) }, (_, i) => from + i * pageSize)
  const ids: string[][] = []
  // A few at a time, to leave capacity for other users of the service.
  for (const some of partsOf(starts, 4)) ids.push(...(await Promise.all(some.map(page))))
  return ids.flat()
}

/** `Table 2` before `Table 10`. Codes that are not loaded yet were selected in that order. */
export const inNameOrder = (ids: string[], loaded: readonly ListedCode[]): string[] => {
  const nameOf = new Map(loaded.map(({ id, name }) => [id, name]))
  if (!ids.every((id) => nameOf.has(id))) return ids
  return ids.toSorted((a, b) => compareNames(nameOf.get(a) ?? '', nameOf.get(b) ?? ''))
}

/**
 * Reads the list of codes page by page, for `VirtualTable`: rows so far, how many there are in all,
 * and `loadMore`.
 */
export const useCodePages = (filter: CodeListFilter) => {
  type Key = readonly [string, 'pages', CodeListFilter]
  const pages = useInfiniteQuery<PageOfCodes, ApiProblem, InfiniteData<PageOfCodes>, Key, number>({
    queryKey: [path, 'pages', filter],
    initialPageParam: 0,
    // To read a hundred pages again because a window was looked at would be too much.
    refetchOnWindowFocus: false,
    // The former rows stay while a filter loads, but never rows of another organization.
    placeholderData: (previous, query) =>
      query?.queryKey[2].organization_id === filter.organization_id ? previous : undefined,
    queryFn: async ({ pageParam: offset, signal }) =>
      await qpr.codes.list({ ...filter, limit: pageSize, view: 'full', offset }, { signal }),
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
    error: pages.error,
    refetch: () => void (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch()),
    loadMore: () => {
      // A failure ends it: a table that calls this on every scroll would never stop.
      if (pages.hasNextPage && !pages.isFetching && !pages.isFetchNextPageError) {
        void pages.fetchNextPage()
      }
    },
  }
}
