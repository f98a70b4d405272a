import { setTimeout as wait } from 'node:timers/promises'
import type { Schema } from '../../../sdk/typescript/src/index.ts'
import { isoTime, secondMs } from '../../platform/kit/clock.ts'
import { madeAt } from '../../platform/kit/ids.ts'
import { connect, given, mayPass } from './client.ts'
import type { Target } from './target.ts'

/** A conversation, as the list of the API has it. */
export type Started = Schema<'Conversation'>

interface Options {
  target: Target
  organization: string | undefined
  /** Begin with the time of this event; undefined: with the first connection. */
  after: string | undefined
  signal: AbortSignal
  show: (started: Started) => void
}

const pauseMs = 3 * secondMs
/** A transaction may commit later than the time that it wrote. */
const overlapMs = 10 * secondMs
const maxListed = 10_000

/**
 * Shows conversations that start. There is no event for it, so it asks for the newest ones again
 * and again.
 */
export const createStarts = ({ target, organization, after, signal, show }: Options) => {
  const { conversations } = connect(target)
  let since: number | undefined = after === undefined ? undefined : madeAt(after)
  /** Start times of the conversations that the next page may contain again. */
  const seen = new Map<string, number>()
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  failed.catch(() => undefined)

  const listSince = async (from: number): Promise<Started[]> => {
    const found: Started[] = []
    const query = given({ since: isoTime(from), limit: 200, organization_id: organization })
    for await (const started of conversations.list(query, { signal })) {
      if (found.push(started) === maxListed) break
    }
    return found.reverse()
  }

  const showNew = async () => {
    if (since === undefined) return
    const floor = Math.max(since, Math.max(0, ...seen.values()) - overlapMs)
    for (const started of await listSince(floor)) {
      if (!seen.has(started.id)) show(started)
      seen.set(started.id, Date.parse(started.started_at))
    }
    for (const [id, at] of seen) if (at < floor) seen.delete(id)
  }

  let running: Promise<void> | undefined
  /** Shows what has started until now. Errors that may pass are left to the next look. */
  const fetchStarts = async (): Promise<void> => {
    // A look that already runs may have asked before the start.
    await running
    running = showNew().catch((error) => {
      if (!mayPass(error)) fail(error)
    })
    await running
  }

  const followFrom = async () => {
    while (!signal.aborted) {
      await fetchStarts()
      await wait(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
  let isFollowing = false

  return {
    /** Rejects when the service refuses the question for good. */
    failed,
    fetchStarts,
    /** Begins with the first connection. Its time is the service's, not the one of this machine. */
    follow: (response: Response) => {
      since ??= Date.parse(response.headers.get('date') ?? '') || undefined
      if (isFollowing) return
      isFollowing = true
      void followFrom()
    },
  }
}
