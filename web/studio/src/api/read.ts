import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Arguments, Call, Route } from '../../../../sdk/typescript/src/index.ts'
import { queryOf } from './query.ts'

export type ReadRoute = Extract<Route, `GET ${string}`>

/** Reads with a call: `const { data } = useRead(qpr.codes.get, id)`. */
export const useRead = <R extends ReadRoute>(call: Call<R>, ...args: Arguments<R>) =>
  useQuery(queryOf(call, ...args))

/** The same for a list with filters: the former data stays until the new data is there. */
export const useFiltered = <R extends ReadRoute>(call: Call<R>, ...args: Arguments<R>) =>
  useQuery({ ...queryOf(call, ...args), placeholderData: keepPreviousData })
