import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { secondMs } from '../../kit/clock.ts'
import type { Beginning, Cursor, LiveRow } from '../../storage/live-order.ts'
import type { Signal, Signals } from '../../storage/signals.ts'
import { readerReady } from '../limits/slow-readers.ts'

const pageSize = 200
const aliveMs = 15 * secondMs
/** Covers lost signals, and rows that an open transaction delayed. */
const sweepMs = secondMs

/** The rows for one reader of a live stream. */
export interface Feed<Id, Row extends LiveRow<Id>> {
  beginning: Beginning<Id>
  /** The next rows after a place, in the order in which they became visible. */
  read: (after: Cursor<Id>, limit: number) => Promise<Row[]>
  show: (row: Row) => { event: string; data: string }
  /** Whether the signal may mean new rows. */
  isNews: (signal: Signal) => boolean
  /** Checked before rows are sent, because the key may have been revoked. */
  mayFollow: () => Promise<boolean>
}

export type LiveStreams = ReturnType<typeof createLiveStreams>

/** Server-sent events for each new row. A client can resume after the last id that it received. */
export const createLiveStreams = (signals: Signals) => {
  const open = new Set<() => void>()

  const follow = async <Id, Row extends LiveRow<Id>>(stream: PassThrough, feed: Feed<Id, Row>) => {
    let last = feed.beginning.cursor
    const seen = new Set(feed.beginning.seen)
    let isReading = false
    let isWanted = false

    const read = async () => {
      if (!(await feed.mayFollow())) return close()
      for (;;) {
        // Sends one page at a time, because a slow reader must not fill the memory.
        await readerReady(stream)
        if (stream.destroyed) return
        const rows = await feed.read(last, pageSize)
        for (const row of rows) {
          if (!seen.delete(row.id)) stream.write(asText(row.id, feed.show(row)))
          last = { writtenBy: row.written_by, id: row.id }
        }
        if (rows.length < pageSize) return
      }
    }
    /** Runs one read at a time. Signals during a read cause another read. */
    const look = async () => {
      isWanted = true
      if (isReading) return
      isReading = true
      try {
        while (isWanted && !stream.destroyed) {
          isWanted = false
          await read()
        }
      } catch {
        // The database is unreachable. The next sweep retries, and no row is skipped.
      }
      isReading = false
    }

    const unlisten = signals.listen((signal) => {
      if (signal.kind === 'reconnected' || feed.isNews(signal)) void look()
    })
    const sweep = setInterval(look, sweepMs)
    const alive = setInterval(() => {
      if (!stream.writableNeedDrain) stream.write(': alive\n\n')
    }, aliveMs)
    const close = () => {
      unlisten()
      clearInterval(sweep)
      clearInterval(alive)
      open.delete(close)
      stream.end()
    }
    open.add(close)
    stream.on('close', close)
    // The client may have disconnected before the listener was added.
    if (stream.destroyed) return close()
    await look()
  }

  return {
    /**
     * Responds with a stream that ends when the reader disconnects, the key ends or the service
     * stops.
     */
    answer<Id, Row extends LiveRow<Id>>(reply: FastifyReply, feed: Feed<Id, Row>) {
      const stream = new PassThrough()
      // An id without an event: a client that disconnects before the first event resumes from here.
      stream.write(`: open\nid: ${feed.beginning.cursor.id}\n\n`)
      void follow(stream, feed)
      // nginx buffers the events without this header.
      return reply
        .type('text/event-stream; charset=utf-8')
        .header('X-Accel-Buffering', 'no')
        .send(stream)
    },
    /** The server waits for open responses when it closes, so end them first. */
    closeAll: () => {
      for (const close of [...open]) close()
    },
  }
}

const asText = (id: unknown, { event, data }: { event: string; data: string }): string =>
  `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`
