import { setTimeout as wait } from 'node:timers/promises'
import { eventsIn } from '../../../sdk/typescript/src/streams.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import { mayPass, type Target, transportTo } from './target.ts'

export interface StreamedEvent {
  id: string
  type: string
  /** The exact text that a delivery carries: writing the parsed JSON again gives the same text. */
  body: string
}

interface Options {
  target: Target
  /** Id or slug. Default: the default organization of the key. */
  organization: string | undefined
  /** Begin after this event; undefined: now. */
  after?: string | undefined
  signal: AbortSignal
  connected: (response: Response) => void
  lost: () => void
  /** Called with each position, also with those that are no event. */
  passed?: (id: string) => void
}

const firstWaitMs = secondMs / 2
const longestWaitMs = 5 * secondMs

/**
 * Yields the events of an organization until the signal aborts. Reconnects after the last event
 * that the caller has handled, so that no event is lost.
 */
export async function* followEvents(options: Options): AsyncGenerator<StreamedEvent> {
  const { target, organization, signal, connected, lost, passed } = options
  const send = transportTo(target)
  let lastId = options.after
  let hasConnected = false
  let waitMs = firstWaitMs
  while (!signal.aborted) {
    try {
      const query = { organization_id: organization, after: lastId }
      const request = { method: 'GET', path: '/v1/events/stream', query, signal }
      const response = await send(request, async (answer) => answer)
      connected(response)
      hasConnected = true
      waitMs = firstWaitMs
      for await (const { id, event, data } of response.body ? eventsIn(response.body) : []) {
        if (id === undefined) continue
        if (data !== undefined) yield { id, type: event, body: JSON.stringify(data) }
        lastId = id
        passed?.(id)
      }
    } catch (error) {
      if (signal.aborted) return
      // The first connection failed: report it at once instead of retrying.
      if (!hasConnected || !mayPass(error)) throw error
    }
    if (waitMs === firstWaitMs && !signal.aborted) lost()
    await wait(waitMs, undefined, { signal }).catch(() => undefined)
    waitMs = Math.min(waitMs * 2, longestWaitMs)
  }
}
