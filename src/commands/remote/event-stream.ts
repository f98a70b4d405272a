import { setTimeout as wait } from 'node:timers/promises'
import { secondMs } from '../../kit/clock.ts'
import { CommandError } from '../command.ts'
import { call, Refusal, Unreachable } from './client.ts'

export interface StreamedEvent {
  id: string
  type: string
  /** The exact text that a delivery carries. */
  body: string
}

interface Options {
  server: string
  key: string
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

/**
 * The service sends a heartbeat every 15 s. After this time without one, the connection is lost.
 */
const silenceMs = 40 * secondMs
const firstWaitMs = secondMs / 2
const longestWaitMs = 5 * secondMs

/**
 * Yields the events of an organization until the signal aborts. Reconnects after the last event
 * that the caller has handled, so that no event is lost.
 */
export async function* followEvents(options: Options): AsyncGenerator<StreamedEvent> {
  const { signal, connected, lost, passed } = options
  let lastId = options.after
  let hasConnected = false
  let waitMs = firstWaitMs
  while (!signal.aborted) {
    try {
      const response = await connect(options, lastId)
      connected(response)
      hasConnected = true
      waitMs = firstWaitMs
      for await (const { id, type, body } of readBlocks(response)) {
        if (type !== undefined) yield { id, type, body }
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

/** Whether a later try may succeed. Other errors than our own come from a broken connection. */
export const mayPass = (error: unknown): boolean => {
  if (error instanceof Refusal) return error.isPassing
  return error instanceof Unreachable || !(error instanceof CommandError)
}

const connect = async (
  { server, key, organization, signal }: Options,
  lastId: string | undefined,
): Promise<Response> => {
  const query =
    organization === undefined ? '' : `?${new URLSearchParams({ organization_id: organization })}`
  return await call(server, `/v1/events/stream${query}`, {
    key,
    signal,
    headers: lastId === undefined ? {} : { 'Last-Event-ID': lastId },
  })
}

/**
 * A block with an id. A block without a type is not an event and only marks the position in the
 * stream.
 */
interface Block {
  id: string
  type: string | undefined
  body: string
}

export async function* readBlocks(response: Response): AsyncGenerator<Block> {
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader()
  // Cancels the running read; an error of a broken connection does not matter here.
  const hangUp = () => void reader.cancel().catch(() => undefined)
  const silence = setTimeout(hangUp, silenceMs)
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      yield* blocks.map(asBlock).filter((block) => block !== null)
      silence.refresh()
    }
  } finally {
    clearTimeout(silence)
    hangUp()
  }
}

const asBlock = (text: string): Block | null => {
  const fields = new Map(
    text.split('\n').map((line) => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)]
    }),
  )
  const id = fields.get('id')
  return id === undefined ? null : { id, type: fields.get('event'), body: fields.get('data') ?? '' }
}
