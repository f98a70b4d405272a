import { useQueries, useQuery } from '@tanstack/react-query'
import { qpr } from '../../api/client.ts'
import { useOrganization } from '../../api/organization.ts'
import { queryOf } from '../../api/query.ts'

const refreshMs = 1000

/** The sources of a code; read again while one of them is being read. */
export const useCodeSources = (codeId: string | null) => {
  const { id: organization_id } = useOrganization()
  const query = useQuery({
    ...queryOf(qpr.knowledge.list, { organization_id, qpr_code_id: codeId ?? '' }),
    enabled: codeId !== null,
    refetchInterval: ({ state }) =>
      !!state.data?.sources.some(({ status }) => status === 'processing') && refreshMs,
  })
  return query.data?.sources ?? []
}

/** The share of the words of a blank that a source must have. */
const answeredShare = 0.6

/** The blanks that a source of the code answers: they count as filled in. */
export const useAnsweredBlanks = (codeId: string | null, blanks: string[]): string[] => {
  const { id: organization_id } = useOrganization()
  const ready = useCodeSources(codeId).filter(({ status }) => status === 'ready')
  const version = ready.map(({ id, refreshed_at }) => `${id} ${refreshed_at}`).join()
  const found = useQueries({
    queries: blanks.map((blank) => {
      const query = { organization_id, qpr_code_id: codeId ?? '', q: subjectOf(blank), limit: 1 }
      return {
        // The same question again when a source has been read again.
        queryKey: ['answered blank', query, version],
        queryFn: ({ signal }: { signal: AbortSignal }) => qpr.knowledge.search(query, { signal }),
        enabled: ready.length > 0,
        staleTime: Number.POSITIVE_INFINITY,
      }
    }),
  })
  return blanks.filter((_, index) => (found[index]?.data?.best ?? 0) >= answeredShare)
}

/** `[your opening hours]` → `opening hours`. */
export const subjectOf = (blank: string): string => blank.slice(1, -1).replace(/^\S+\s+/, '')
