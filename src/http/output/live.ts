import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { secondMs } from '../../kit/clock.ts'
import type { Beginning, Cursor, LiveRow } from '../../storage/live-order.ts'
import type { Signal, Signals } from '../../storage/signals.ts'
import { readerReady } from '../limits/slow-readers.ts'

const pageSize = 200
const aliveMs = 15 * secondMs
/** For signals that got lost, and for rows that an open transaction held back. */
const sweepMs = secondMs

/** What one reader of a live stream is shown. */
export interface Feed<Id, Row extends LiveRow<Id>> {
  beginning: Beginning<Id>
  /** The next rows behind a place, in the order in which they became visible. */
  read: (after: Cursor<Id>, limit: number) => Promise<Row[]>
  show: (row: Row) => { event: string; data: string }
  /** Whether there may be something new after this. */
  isNews: (signal: Signal) => boolean
  /** Asked before anything is shown: a key may have been revoked meanwhile. */
  mayFollow: () => Promise<boolean>
}

export type LiveStreams = ReturnType<typeof createLiveStreams>

/** Server-sent events for each new row, resumable by the id of the last one seen. */
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
        // One page at a time: a reader that is slower than the news must not fill our memory.
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
    /** One read at a time; whatever comes meanwhile is read afterwards. */
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
        // The database is away: the next sweep tries again, nothing is skipped.
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
    // Whoever left before we listened for it.
    if (stream.destroyed) return close()
    await look()
  }

  return {
    /** Answers with a stream that lasts as long as the reader, the key and the service do. */
    answer<Id, Row extends LiveRow<Id>>(reply: FastifyReply, feed: Feed<Id, Row>) {
      const stream = new PassThrough()
      // An id without an event: whoever breaks off before the first one resumes from here.
      stream.write(`: open\nid: ${feed.beginning.cursor.id}\n\n`)
      void follow(stream, feed)
      // nginx would hold the events back otherwise.
      return reply
        .type('text/event-stream; charset=utf-8')
        .header('X-Accel-Buffering', 'no')
        .send(stream)
    },
    /** Before the server closes: it waits for open answers. */
    closeAll: () => {
      for (const close of [...open]) close()
    },
  }
}

const asText = (id: unknown, { event, data }: { event: string; data: string }): string =>
  `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`
