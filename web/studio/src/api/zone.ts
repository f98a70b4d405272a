import { useEffect, useState } from 'react'
import type { Arguments, Call } from '../../../../sdk/typescript/src/index.ts'
import { readerTimeZone } from '../browser.ts'
import { type ReadRoute, useFiltered } from './read.ts'

/** A query in the time zone of the reader. The browser may know a newer zone than the service. */
export const useInZone = <R extends ReadRoute>(
  call: Call<R>,
  argumentsIn: (zone: string) => Arguments<R>,
) => {
  const [zone, setZone] = useState(readerTimeZone)
  const query = useFiltered(call, ...argumentsIn(zone))
  const isUnknown = query.error?.status === 422 && zone !== 'UTC'
  useEffect(() => {
    if (isUnknown) setZone('UTC')
  }, [isUnknown])
  return { zone, query: isUnknown ? { ...query, error: null } : query }
}
