import { setTimeout as wait } from 'node:timers/promises'
import type { Schema } from '../../../sdk/typescript/src/index.ts'
import { isoTime, secondMs } from '../../platform/kit/clock.ts'
import { madeAt } from '../../platform/kit/ids.ts'
import {
  note,
  type Output,
  oneLine,
  paint,
  print,
  printJsonLine,
  stopOnSignal,
  UsageError,
} from '../command.ts'
import { followEvents } from './event-stream.ts'
import {
  connect,
  mayPass,
  type ServiceOptions,
  sentFields,
  type Target,
  targetWithKey,
} from './target.ts'

type Line =
  | { type: 'scan'; at: string; event_id: string; data: ScanData }
  | { type: 'conversation_started'; at: string; event_id: null; data: Started }
  | { type: 'conversation_ended'; at: string; event_id: string; data: EndedData }

interface ScanData {
  short_id: string
}

interface EndedData {
  short_id: string
  messages_count: number
  reason: string
  rating: string | null
}

interface Options extends ServiceOptions, Output {
  after?: string | undefined
}

export const tail = async ({ after, organization, json, ...flags }: Options) => {
  if (after !== undefined && !/^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(after)) {
    throw new UsageError(
      '--after must be the id of an event, such as evt_01JB0000000000000000000000.',
    )
  }
  const target = targetWithKey(flags)
  const signal = stopOnSignal()
  const show = (line: Line) => (json ? printJsonLine(line) : print(textOf(line)))
  const source = { target, organization, after, signal }
  const starts = createStarts({
    ...source,
    show: (data) =>
      show({ type: 'conversation_started', at: data.started_at, event_id: null, data }),
  })
  let lastId = after
  let isConnected = false
  const events = followEvents({
    ...source,
    connected: (response) => {
      if (!isConnected) note(`Following ${target.server}. Press Ctrl+C to stop.`)
      isConnected = true
      starts.follow(response)
    },
    lost: () => note('The connection was lost. Connecting again.'),
    passed: (id) => {
      lastId = id
    },
  })
  const followAll = async () => {
    for await (const { id, type, body } of events) {
      const { created_at: at, data } = JSON.parse(body)
      if (type === 'scan.created') show({ type: 'scan', at, event_id: id, data })
      if (type !== 'conversation.completed') continue
      // A short conversation may end before its start was seen.
      await starts.fetchStarts()
      show({ type: 'conversation_ended', at, event_id: id, data })
    }
  }
  await Promise.race([followAll(), starts.failed])
  if (lastId !== undefined) note(`Continue with: qpr tail --after ${lastId}`)
}

const textOf = ({ type, at, data }: Line): string => {
  // This locale writes 2026-01-31 12:00:00.
  const time = paint('dim', new Date(at).toLocaleString('sv-SE'))
  if (type === 'scan') return `${time}  ${paint('cyan', 'scan         ')}  ${data.short_id}`
  const subject = `${time}  ${paint('green', 'conversation ')}  ${data.short_id}`
  if (type === 'conversation_started') {
    return `${subject}  started  ${oneLine(data.code_name)}: ${oneLine(data.first_message)}`
  }
  const rating = data.rating === null ? '' : `, rated ${data.rating}`
  return `${subject}  ended    ${data.messages_count} messages, ${data.reason}${rating}`
}

/** A conversation, as the list of the API has it. */
type Started = Schema<'Conversation'>

interface StartsOptions {
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
const createStarts = ({ target, organization, after, signal, show }: StartsOptions) => {
  const { conversations } = connect(target)
  let since: number | undefined = after === undefined ? undefined : madeAt(after)
  /** Start times of the conversations that the next page may contain again. */
  const seen = new Map<string, number>()
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  failed.catch(() => undefined)

  const listSince = async (from: number): Promise<Started[]> => {
    const found: Started[] = []
    const query = sentFields({ since: isoTime(from), limit: 200, organization_id: organization })
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
