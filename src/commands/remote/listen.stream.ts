import { setTimeout as wait } from 'node:timers/promises'
import { secondMs } from '../../kit/clock.ts'
import { CommandError } from '../command.ts'

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
  signal: AbortSignal
  connected: () => void
  lost: () => void
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
  const { signal, connected, lost } = options
  let lastId: string | undefined
  let waitMs = firstWaitMs
  while (!signal.aborted) {
    try {
      const response = await connect(options, lastId)
      connected()
      waitMs = firstWaitMs
      for await (const { id, type, body } of readBlocks(response)) {
        if (type !== undefined) yield { id, type, body }
        lastId = id
      }
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof CommandError) throw error
      // The first connection failed: report it at once instead of retrying.
      if (lastId === undefined) throw unreachable(options.server, error)
    }
    if (waitMs === firstWaitMs && !signal.aborted) lost()
    await wait(waitMs, undefined, { signal }).catch(() => undefined)
    waitMs = Math.min(waitMs * 2, longestWaitMs)
  }
}

const connect = async (
  { server, key, organization, signal }: Options,
  lastId: string | undefined,
): Promise<Response> => {
  const url = new URL(`${server}/v1/events/stream`)
  if (organization !== undefined) url.searchParams.set('organization_id', organization)
  const response = await fetch(url, {
    signal,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(lastId !== undefined && { 'Last-Event-ID': lastId }),
    },
  })
  if (contentType(response).startsWith('text/event-stream')) return response
  throw await refusal(server, response)
}

const contentType = ({ headers }: Response) => headers.get('content-type') ?? ''

const refusal = async (server: string, response: Response): Promise<Error> => {
  const { status } = response
  const text = await response.text()
  if (!contentType(response).startsWith('application/problem+json')) {
    const answer = `${server} answers ${status}, and does not look like QPR`
    return status >= 500
      ? new Error(answer)
      : new CommandError(`${answer}. Name the service with --server.`)
  }
  if (status === 401) return unknownKey(server)
  const { detail } = JSON.parse(text) as { detail: string }
  return status === 429 || status >= 500 ? new Error(detail) : new CommandError(detail)
}

const unknownKey = (server: string) =>
  new CommandError(
    `${server} does not accept this key. Name another one with --key or QPR_API_KEY; qpr keys ` +
      'create creates one.',
  )

const unreachable = (server: string, error: unknown) =>
  new CommandError(
    `Cannot read the events of ${server} (${reasonOf(error)}). Start the service with qpr ` +
      'serve, or name another one with --server.',
  )

/** The message of `fetch` itself only states that it failed. */
export const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error
  if (!(cause instanceof Error)) return message
  return 'code' in cause ? String(cause.code) : cause.message
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

async function* readBlocks(response: Response): AsyncGenerator<Block> {
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
