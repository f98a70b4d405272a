import { secondMs } from '../../kit/clock.ts'
import type { Beginning, Cursor, LiveRow } from '../../store/live-order.ts'
import type { Source } from './live-stream.ts'
import { eventText } from './streams.ts'

const pageSize = 200

/** The rows for one reader of a live stream. */
export interface Feed<Id, Row extends LiveRow<Id>> {
  beginning: Beginning<Id>
  /** The next rows after a place, in the order in which they became visible. */
  read: (after: Cursor<Id>, limit: number) => Promise<Row[]>
  show: (row: Row) => { event: string; data: string }
  /** The signals that may mean new rows. */
  topic: string
  /** Checked before rows are sent, because the key may have been revoked. */
  mayFollow: () => Promise<boolean>
}

/** An event for each new row. */
export const liveRows = <Id extends string | number, Row extends LiveRow<Id>>(
  feed: Feed<Id, Row>,
): Source => {
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
