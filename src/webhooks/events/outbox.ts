import type { EventType } from '#contract/event-types.ts'
import { type Clock, isoTime } from '../../kit/clock.ts'
import { newId } from '../../kit/ids.ts'
import { currentTrace } from '../../kit/tracing.ts'
import type { Transaction } from '../../storage/database.ts'
import type { Signals } from '../../storage/signals.ts'
import { together } from '../../storage/together.ts'
import * as store from './outbox.store.ts'
import type { RecentBodies } from './recent-bodies.ts'

interface NewEvent {
  organizationId: string
  type: EventType
  data: object
  /** The trace of the cause. Default: the current one. */
  trace?: string | null
}

export interface Outbox {
  /**
   * Writes events and their deliveries in the transaction of their cause, so that none exists
   * without the others. Wakes the dispatcher after the commit.
   */
  add(tx: Transaction, events: NewEvent[]): Promise<void>
}

export const createOutbox = (
  clock: Clock,
  signals: Signals,
  recentBodies: RecentBodies,
): Outbox => ({
  async add({ db, engine, afterCommit }, events) {
    const now = clock.now()
    const rows = events.map((event) => asRow(event, now))
    const current = currentTrace()
    const traces = events.flatMap(({ trace = current }, i) =>
      trace === null ? [] : [{ id: (rows[i] as store.EventRow).id, traceparent: trace }],
    )
    // Sent before the first wait: these may be the last statements of a transaction.
    const [webhookIds] = await together(
      store.fanOut(db, engine, rows),
      store.insertEvents(db, engine, rows),
      ...traces.map((trace) => store.keepTrace(db, trace)),
    )
    afterCommit(() => {
      if (webhookIds.size > 0) for (const { id, body } of rows) recentBodies.keep(id, body)
      for (const webhookId of webhookIds) signals.send({ kind: 'deliveries-due', webhookId })
      for (const organizationId of new Set(rows.map((row) => row.organization_id))) {
        signals.send({ kind: 'events-added', organizationId })
      }
    })
  },
})

/** The body is serialized once, so that every delivery of the event sends the same bytes. */
const asRow = ({ organizationId, type, data }: NewEvent, now: number): store.EventRow => {
  const id = newId('evt', now)
  const body = JSON.stringify({ event: type, id, created_at: isoTime(now), data })
  return { id, organization_id: organizationId, type, body, created_at: now }
}
