import { type Query, type QueryClient, queryOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Arguments, Call, Output, Route } from '../../../../sdk/typescript/src/index.ts'
import { newIdempotencyKey } from './client.ts'
import { type ApiProblem, asProblem } from './problem.ts'
import { queryClient } from './query-client.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiProblem
  }
}

type ReadRoute = Extract<Route, `GET ${string}`>
type ReadPath = ReadRoute extends `GET ${infer Path}` ? Path : never
type AnyCall = (...args: unknown[]) => Promise<unknown>

/** The options of a call come after its ids and its input, which may be missing. */
const send = <R extends Route>(call: Call<R>, args: unknown[], options: object) => {
  const inputAt = call.route.split('{').length - 1
  return (call as unknown as AnyCall)(...args.slice(0, inputAt), args[inputAt], options)
}

/** A call as a query: `useQuery(queryOf(qpr.codes.get, id))`. */
export const queryOf = <R extends ReadRoute>(call: Call<R>, ...args: Arguments<R>) =>
  queryOptions({
    queryKey: [call.route.replace('GET ', ''), ...args] as readonly unknown[],
    queryFn: async ({ signal }) => (await send(call, args, { signal })) as Output<R>,
  })

interface ChangeOptions<Result> {
  /** Paths that the change affects, including the paths below them. */
  changes?: readonly ReadPath[]
  onDone?: (result: Result) => void
}

/** A call as a change: `const change = useChange(qpr.codes.update)`, `change.mutate([id, body])`. */
export const useChange = <R extends Route>(
  call: Call<R>,
  { changes = [], onDone }: ChangeOptions<Output<R>> = {},
) => {
  const unanswered = useRef<{ idempotencyKey: string; request: string } | null>(null)
  return useMutation({
    async mutationFn(args: Arguments<R>) {
      const request = JSON.stringify(args)
      // Asked again after no answer: the service must be able to see that it is the same request.
      const known = unanswered.current?.request === request ? unanswered.current : null
      const { idempotencyKey } = known ?? { idempotencyKey: newIdempotencyKey() }
      try {
        const result = (await send(call, args, { idempotencyKey })) as Output<R>
        unanswered.current = null
        return result
      } catch (error) {
        unanswered.current = asProblem(error).isNetwork ? { idempotencyKey, request } : null
        throw error
      }
    },
    async onSuccess(result) {
      await invalidate(queryClient, changes)
      onDone?.(result)
    },
  })
}

/**
 * Marks these paths, and all paths below them, to be read again. A first read that is under way may
 * have begun before the change, and is not repeated unless it is cancelled.
 */
export const invalidate = async (queryClient: QueryClient, changed: readonly ReadPath[]) => {
  const isChanged = ({ queryKey: [path] }: Query) =>
    changed.some((one) => path === one || String(path).startsWith(`${one}/`))
  await queryClient.cancelQueries({
    fetchStatus: 'fetching',
    predicate: (query) => query.state.data === undefined && isChanged(query as Query),
  })
  await queryClient.invalidateQueries({ predicate: (query) => isChanged(query as Query) })
}
