import {
  type InfiniteData,
  type QueryClient,
  queryOptions,
  type UseQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { MaybeOptionalInit, MethodResponse } from 'openapi-fetch'
import type { HttpMethod, PathsWithMethod, RequiredKeysOf } from 'openapi-typescript-helpers'
import { useRef } from 'react'
import type { paths } from '../../../../sdk/typescript/src/index.ts'
import { api, newIdempotencyKey } from './client.ts'
import { ApiProblem, asProblem } from './problem.ts'

type Path<Method extends HttpMethod> = PathsWithMethod<paths, Method>
type Init<Method extends HttpMethod, P extends Path<Method>> = MaybeOptionalInit<paths[P], Method>
/** Optional when no parameter is required. */
type Rest<I, More extends unknown[] = []> =
  RequiredKeysOf<Exclude<I, undefined>> extends never ? [init?: I, ...More] : [init: I, ...More]

/** The response of a GET of this path. */
export type Answer<P extends Path<'get'>> = MethodResponse<typeof api, 'get', P>

// openapi-fetch's own signature cannot be called with a path that is still a parameter.
type Call = (path: string, init: object) => Promise<{ data?: unknown }>
const call = (method: Uppercase<HttpMethod>): Call => api[method as 'GET'] as unknown as Call

const read = async <P extends Path<'get'>>(path: P, init: object, signal: AbortSignal) =>
  (await call('GET')(path, { ...init, signal })).data as Answer<P>

const paramsOf = (init: unknown): unknown => (init as { params?: unknown } | undefined)?.params

/** For loaders and for `queryClient`: the same key and function as `useApi`. */
export const apiQuery = <P extends Path<'get'>>(path: P, ...[init]: Rest<Init<'get', P>>) =>
  queryOptions<Answer<P>, ApiProblem, Answer<P>, readonly unknown[]>({
    queryKey: [path, paramsOf(init) ?? null],
    queryFn: ({ signal }) => read(path, init ?? {}, signal),
  })

type ReadOptions<T> = Pick<
  UseQueryOptions<T, ApiProblem>,
  'enabled' | 'refetchInterval' | 'staleTime' | 'placeholderData'
>

/**
 * Reads from the API: `useApi('/v1/qpr-codes/{id}', { params: { path: { id } } })`. Options such as
 * `enabled` or `placeholderData` come third.
 */
export const useApi = <P extends Path<'get'>>(
  path: P,
  ...[init, options]: Rest<Init<'get', P>, [options?: ReadOptions<Answer<P>>]>
) => {
  const { queryKey, queryFn } = (apiQuery as AnyQuery)(path, init)
  return useQuery<Answer<P>, ApiProblem>({
    queryKey,
    queryFn: queryFn as () => Promise<Answer<P>>,
    ...options,
  })
}

type AnyQuery = (path: string, init: unknown) => { queryKey: readonly unknown[]; queryFn: unknown }

interface Pages {
  total: number
  limit: number
  offset: number
}

/**
 * Reads a list page by page, for `VirtualTable`: rows so far, how many there are in all, and
 * `loadMore`. `items` names the array in the answer.
 */
export const useApiPages = <P extends Path<'get'>, Items extends keyof Answer<P> & string>(
  path: P,
  init: Init<'get', P>,
  items: Items,
) => {
  const params = (paramsOf(init) ?? {}) as { query?: object }
  type Key = readonly [string, object, 'pages']
  const pages = useInfiniteQuery<Answer<P>, Error, InfiniteData<Answer<P>>, Key, number>({
    queryKey: [path, params, 'pages'],
    initialPageParam: 0,
    // To read a hundred pages again because a window was looked at would be too much.
    refetchOnWindowFocus: false,
    placeholderData: (previous, query) =>
      isOfSameOrganization(query?.queryKey[1], params) ? previous : undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...params.query, offset: pageParam }
      return read(path, { ...init, params: { ...params, query } }, signal)
    },
    getNextPageParam: (last) => {
      const { total, limit, offset } = last as Pages
      return offset + limit < total ? offset + limit : undefined
    },
  })
  const all = pages.data?.pages ?? []
  return {
    rows: all.flatMap((page) => page[items] as unknown[]) as Answer<P>[Items],
    total: (all.at(-1) as Pages | undefined)?.total ?? 0,
    isPending: pages.isPending,
    /** Still those of the former filter. */
    isFormer: pages.isPlaceholderData,
    isLoadingMore: pages.isFetchingNextPage,
    error: pages.error ? asProblem(pages.error) : null,
    refetch: () => void (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch()),
    loadMore: () => {
      // Not after a failure: a table that calls this on every scroll would never stop.
      if (pages.hasNextPage && !pages.isFetching && !pages.isFetchNextPageError) {
        void pages.fetchNextPage()
      }
    },
  }
}

/** Keeps the former rows while a filter loads, but never rows of another organization. */
const isOfSameOrganization = (former: unknown, params: unknown): boolean => {
  const of = (one: unknown) =>
    (one as { query?: { organization_id?: string } } | undefined)?.query?.organization_id
  return former !== undefined && of(former) === of(params)
}

type ChangeMethod = 'post' | 'put' | 'patch' | 'delete'

interface ChangeOptions<Result> {
  /** Paths that the change affects, including the paths below them. */
  changes?: Path<'get'>[]
  onDone?: (result: Result) => void
}

/**
 * Changes something: `const archive = useChange('patch', '/v1/qpr-codes/{id}', { changes: [...] })`,
 * then `archive.mutate({ params, body })` or `await archive.mutateAsync(...)`.
 */
export const useChange = <Method extends ChangeMethod, P extends Path<Method>>(
  method: Method,
  path: P,
  { changes = [], onDone }: ChangeOptions<MethodResponse<typeof api, Method, P>> = {},
) => {
  type Result = MethodResponse<typeof api, Method, P>
  const queryClient = useQueryClient()
  const unanswered = useRef<{ key: string; request: string } | null>(null)
  return useMutation<Result, ApiProblem, Init<Method, P>>({
    async mutationFn(init) {
      const request = JSON.stringify(init)
      // Asked again after no answer: the service must be able to see that it is the same request.
      const known = unanswered.current?.request === request ? unanswered.current : null
      const { key } = known ?? { key: newIdempotencyKey() }
      const headers = method === 'post' ? { 'Idempotency-Key': key } : {}
      try {
        const upper = method.toUpperCase() as Uppercase<ChangeMethod>
        const { data } = await call(upper)(path, { ...(init as object), headers })
        unanswered.current = null
        return data as Result
      } catch (error) {
        unanswered.current = asProblem(error).isNetwork ? { key, request } : null
        throw error
      }
    },
    async onSuccess(result) {
      await forget(queryClient, changes)
      onDone?.(result)
    },
  })
}

/** Marks these paths, and all paths below them, to be read again. */
export const forget = async (queryClient: QueryClient, changed: readonly string[]) => {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      changed.some((one) => path === one || String(path).startsWith(`${one}/`)),
  })
}

/** Retries only network failures: the service would refuse the same request again. */
export const retryRead = (failures: number, error: Error): boolean =>
  error instanceof ApiProblem && error.isNetwork && failures < 2
