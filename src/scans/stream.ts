import { once } from 'node:events'
import type { PassThrough } from 'node:stream'
import { secondMs } from '../kit/clock.ts'
import type { Database } from '../storage/database.ts'
import * as store from './scans.store.ts'
import { asScan } from './scans.ts'

const pageSize = 200
const aliveMs = 15 * secondMs
/** For signals that got lost, and for rows that an open transaction held back. */
const sweepMs = secondMs

interface Follower {
  scope: store.Span['scope']
  organizationId: string
  after: store.Cursor
  /** Above the cursor, and not to be shown again. */
  seen: number[]
  /** Asked before anything is shown: a key may have been revoked meanwhile. */
  mayFollow: () => Promise<boolean>
}

/** Server-sent events for each new scan, resumable by the id of the last one seen. */
export const createScanStreams = (database: Database) => {
  const open = new Set<() => void>()

  const follow = async (response: PassThrough, follower: Follower) => {
    let last = follower.after
    const seen = new Set(follower.seen)
    let isReading = false
    let isWanted = false

    const read = async () => {
      if (!(await follower.mayFollow())) return close()
      for (;;) {
        const rows = await store.listLive(
          database.db,
          database.engine,
          follower.scope,
          last,
          pageSize,
        )
        for (const row of rows) {
          if (!seen.delete(row.id)) response.write(eventOf(row))
          last = { writtenBy: row.written_by, id: row.id }
        }
        if (rows.length < pageSize) return
        // A reader that is slower than the scans must not fill our memory.
        if (response.writableNeedDrain) await once(response, 'drain')
      }
    }
    /** One read at a time; whatever comes meanwhile is read afterwards. */
    const look = async () => {
      isWanted = true
      if (isReading) return
      isReading = true
      try {
        while (isWanted && !response.destroyed) {
          isWanted = false
          await read()
        }
      } catch {
        // The database is away: the next sweep tries again, nothing is skipped.
      }
      isReading = false
    }

    const unlisten = database.signals.listen((signal) => {
      const isOurs =
        signal.kind === 'reconnected' ||
        (signal.kind === 'scans-recorded' && signal.organizationId === follower.organizationId)
      if (isOurs) void look()
    })
    const sweep = setInterval(look, sweepMs)
    const alive = setInterval(() => response.write(': alive\n\n'), aliveMs)
    const close = () => {
      unlisten()
      clearInterval(sweep)
      clearInterval(alive)
      open.delete(close)
      response.end()
    }
    open.add(close)
    response.on('close', close)
    // Whoever left before we listened for it.
    if (response.destroyed) return close()
    await look()
  }

  return {
    follow,
    /** Where a stream begins that is to show whatever comes. */
    newest: () => store.newestCursor(database.db, database.engine),
    /** Where one goes on that has seen this scan last. */
    after: async (scanId: number) => ({
      cursor: await store.cursorAt(database.db, scanId),
      seen: [],
    }),
    /** Before the server closes: it waits for open answers. */
    closeAll: () => {
      for (const close of [...open]) close()
    },
  }
}

const eventOf = (row: store.ListedScan): string =>
  `id: ${row.id}\nevent: scan\ndata: ${JSON.stringify(asScan(row))}\n\n`

export type ScanStreams = ReturnType<typeof createScanStreams>
