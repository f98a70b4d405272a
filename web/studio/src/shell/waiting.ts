import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useEffect, useRef } from 'react'
import { may } from '#contract/roles.ts'
import { type Output, qpr } from '../api/client.ts'
import { newlyWaiting } from '../api/handling.ts'
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
  const { data } = useQuery({
    ...queryOf(qpr.conversations.list, {
      organization_id: id ?? '',
      handling: 'waiting',
      limit: 50,
    }),
    enabled,
    refetchInterval: () => (document.hidden ? 30_000 : 10_000),
    refetchIntervalInBackground: true,
  })
  useEffect(() => {
    // Prepares the sound, which browsers allow only after a press.
    if (enabled) void import('./sound.ts').catch(() => {})
  }, [enabled])
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
  return (enabled && data?.total) || 0
}
