import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { secondMs } from '../../kit/clock.ts'
import type { Signal, Signals } from '../../storage/signals.ts'

const aliveMs = 15 * secondMs

interface Reader {
  /** Aborted when the client disconnects or the service stops. */
  signal: AbortSignal
  /** Causes another read, for news that no signal announces. */
  wake: () => void
}

/** The events for one reader. The source keeps the place of the reader. */
export interface Source {
  /** The id from which a client resumes that disconnects before the first event. */
  beginning?: string | number
  /**
   * The events that the reader has not received. Returns true when the stream is over. It is pulled
   * only as fast as the client receives, so a slow reader does not fill the memory.
   */
  read: (reader: Reader) => AsyncGenerator<string, boolean>
  /** Whether the signal may mean new events. */
  isNews?: (signal: Signal) => boolean
  /** After this time it is read again without a signal, because signals can be lost. */
  sweepMs?: () => number
}

export type Streams = ReturnType<typeof createStreams>

/** Server-sent events. A client can resume after the id of the last event that it received. */
export const createStreams = (signals: Signals) => {
  const open = new Set<AbortController>()

  async function* follow(source: Source, { signal }: AbortController): AsyncGenerator<string> {
    let isDue = false
    let bell = Promise.withResolvers<void>()
    const wake = () => {
      isDue = true
      bell.resolve()
    }
    const unlisten = signals.listen((news) => {
      if (news.kind === 'reconnected' || source.isNews?.(news)) wake()
    })
    signal.addEventListener('abort', wake)
    let aliveAt = performance.now() + aliveMs
    const { beginning } = source
    try {
      yield `: open\n${beginning === undefined ? '' : `id: ${beginning}\n`}\n`
      while (!signal.aborted) {
        isDue = false
        if (yield* readFrom(source, { signal, wake })) return
        while (!isDue && !signal.aborted) {
          const sweepMs = source.sweepMs?.() ?? Number.POSITIVE_INFINITY
          const quietMs = Math.max(0, aliveAt - performance.now())
          bell = Promise.withResolvers()
          const ring = sweepMs < quietMs ? wake : bell.resolve
          const timer = setTimeout(ring, Math.min(sweepMs, quietMs))
          await bell.promise
          clearTimeout(timer)
          if (performance.now() < aliveAt) continue
          aliveAt = performance.now() + aliveMs
          yield ': alive\n\n'
        }
      }
    } finally {
      unlisten()
    }
  }

  return {
    /** Responds with a stream that ends with its source, its reader or the service. */
    answer(reply: FastifyReply, source: Source) {
      const abort = new AbortController()
      open.add(abort)
      abort.signal.addEventListener('abort', () => open.delete(abort))
      reply.raw.once('close', () => abort.abort())
      // The client may have disconnected before the listener was added.
      if (reply.raw.closed) abort.abort()
      // nginx buffers the events without this header.
      return reply
        .type('text/event-stream; charset=utf-8')
        .header('X-Accel-Buffering', 'no')
        .send(Readable.from(follow(source, abort), { objectMode: false }))
    },
    /** The server waits for open responses when it closes, so end them first. */
    closeAll: () => {
      for (const abort of [...open]) abort.abort()
    },
  }
}

async function* readFrom(source: Source, reader: Reader): AsyncGenerator<string, boolean> {
  try {
    return yield* source.read(reader)
  } catch {
    // The database is unreachable. The next signal or sweep retries, and no event is skipped.
    return false
  }
}

export const eventText = (id: string | number, event: string, data: string): string =>
  `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`
