import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useEffect, useRef } from 'react'
import { may } from '#contract/roles.ts'
import { type Output, qpr } from '../api/client.ts'
import { newlyWaiting, pollMs } from '../api/handling.ts'
import { queryOf } from '../api/query.ts'
import type { ShownOrganization } from './shown-organization.ts'

/** How many visitors wait for a person in the shown organization: for titles and the navigation. */
export const WaitingCount = createContext(0)

type Waiting = Output<'GET /v1/conversations'>['conversations']

/** Looks for visitors who wait, on every page and in a hidden tab too, and sounds for new ones. */
export const useWaiting = (shown: ShownOrganization): number => {
  const queryClient = useQueryClient()
  const id = shown && may(shown.role, 'conversations:answer') ? shown.id : undefined
  const enabled = id !== undefined
  const { data: handoff } = useQuery({
    ...queryOf(qpr.organizations.getHandoff, id ?? ''),
    enabled,
    staleTime: 300_000,
  })
  const { data } = useQuery({
    ...queryOf(qpr.conversations.list, {
      organization_id: id ?? '',
      handling: 'waiting',
      limit: 50,
    }),
    enabled,
    refetchInterval: ({ state }) =>
      pollMs(handoff?.enabled === true || (state.data?.total ?? 0) > 0, document.hidden),
    refetchIntervalInBackground: true,
  })
  const total = data?.total ?? 0
  const isUsed = handoff?.enabled === true || total > 0
  useEffect(() => {
    // Prepares the sound, which browsers allow only after a press.
    if (isUsed) void import('./sound.ts').catch(() => {})
  }, [isUsed])
  const before = useRef<{ id: string; waiting: Waiting } | null>(null)
  useEffect(() => {
    if (!data || id === undefined) return
    const former = before.current?.id === id ? before.current.waiting : null
    before.current = { id, waiting: data.conversations }
    const began = newlyWaiting(former, data.conversations)
    if (began.length === 0) return
    void import('./sound.ts')
      .then(({ soundFor }) => soundFor(queryClient, id, began))
      .catch(() => {})
  }, [data, id, queryClient])
  return enabled ? total : 0
}
