import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { secondMs } from '../../kit/clock.ts'
import type { Logger } from '../../kit/log.ts'
import type { Beginning, LivePosition, LiveRow } from '../../store/live-order.ts'
import type { Signal, Signals } from '../../store/signals.ts'
import { type LiveSource, LiveStream, type Owner } from './live-stream.ts'

/** How often streams are checked for keep-alives and sweeps. One timer serves all of them. */
const tickMs = secondMs / 4
/** The same error of many streams, such as an unreachable database, is one line in this time. */
const quietMs = 10 * secondMs

export type Streams = ReturnType<typeof createStreams>

declare module '../../context.ts' {
  interface Service {
    live: Streams
  }
}

/** Server-sent events. A client can resume after the id of the last event that it received. */
export const createStreams = (signals: Signals, log: Logger) => {
  const open = new Set<LiveStream>()
  const byTopic = new Map<string, LiveStream[]>()
  let timer: NodeJS.Timeout | undefined

  const add = (stream: LiveStream) => {
    open.add(stream)
    const { topic } = stream.source
    if (topic !== undefined) {
      const others = byTopic.get(topic)
      if (others) others.push(stream)
      else byTopic.set(topic, [stream])
    }
    timer ??= setInterval(() => {
      const now = performance.now()
      for (const one of open) one.tick(now)
    }, tickMs).unref()
  }

  const removed = (stream: LiveStream) => {
    open.delete(stream)
    const { topic = '' } = stream.source
    const all = byTopic.get(topic)
    all?.splice(all.indexOf(stream), 1)
    if (all?.length === 0) byTopic.delete(topic)
    if (open.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  let logged = { message: '', until: 0 }
  const failed = (error: unknown, topic: string | undefined) => {
    const { message } = error as Error
    const now = performance.now()
    if (message === logged.message && now < logged.until) return
    logged = { message, until: now + quietMs }
    log.error({ err: error, topic, streams: open.size }, 'a live stream could not be read')
  }
  const owner: Owner = { removed, failed }

  /** Wakes the streams of this process to which the signal may bring events. */
  const ring = (signal: Signal) => {
    if (signal.kind === 'reconnected') for (const stream of open) stream.wake()
    else for (const stream of byTopic.get(topicOf(signal)) ?? []) stream.wake()
  }
  signals.listen(ring)

  return {
    ring,
    /** Responds with a stream that ends with its source, its reader or the service. */
    answer(reply: FastifyReply, source: LiveSource) {
      // nginx buffers the events without the second header.
      reply.type('text/event-stream; charset=utf-8').header('X-Accel-Buffering', 'no').hijack()
      const stream = new LiveStream(reply.raw, source, owner)
      add(stream)
      stream.begin(reply.getHeaders() as OutgoingHttpHeaders)
      return reply
    },
    /** The server waits for open responses when it closes, so end them first. */
    closeAll: () => {
      for (const stream of [...open]) stream.end()
    },
  }
}

/** What a signal is about: streams with this topic are read again. */
export const topicOf = (signal: Signal): string => {
  // Both are read by the streams of the conversation.
  if (signal.kind === 'typing') return `conversation-changed ${signal.conversationId}`
  if ('conversationId' in signal) return `${signal.kind} ${signal.conversationId}`
  return 'organizationId' in signal ? `${signal.kind} ${signal.organizationId}` : signal.kind
}

export const eventText = (id: string | number, event: string, data: string): string =>
  `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`

const pageSize = 200

/** The rows for one reader of a live stream. */
export interface Feed<Id, Row extends LiveRow<Id>> {
  beginning: Beginning<Id>
  /** The next rows after a place, in the order in which they became visible. */
  read: (after: LivePosition<Id>, limit: number) => Promise<Row[]>
  show: (row: Row) => { event: string; data: string }
  /** The signals that may mean new rows. */
  topic: string
  /** Checked before rows are sent, because the key may have been revoked. */
  mayFollow: () => Promise<boolean>
}

/** An event for each new row. */
export const liveRows = <Id extends string | number, Row extends LiveRow<Id>>(
  feed: Feed<Id, Row>,
): LiveSource => {
  let last = feed.beginning.cursor
  const seen = new Set(feed.beginning.seen)
  return {
    beginning: last.id,
    topic: feed.topic,
    // This finds rows that an open transaction delayed.
    sweepMs: () => secondMs,
    async *read() {
      for (;;) {
        if (!(await feed.mayFollow())) return true
        const rows = await feed.read(last, pageSize)
        for (const row of rows) {
          last = { writtenBy: row.written_by, id: row.id }
          const { event, data } = feed.show(row)
          if (!seen.delete(row.id)) yield eventText(row.id, event, data)
        }
        if (rows.length < pageSize) return false
      }
    },
  }
}
