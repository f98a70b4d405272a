import type { EventType } from '#contract/event-types.ts'
import type { Service } from '../../platform/context.ts'
import { createBounded } from '../../platform/kit/bounded.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import { newId } from '../../platform/kit/ids.ts'
import { currentTrace } from '../../platform/kit/tracing.ts'
import { together } from '../../platform/store/bulk.ts'
import type { Transaction } from '../../platform/store/database.ts'
import * as store from './outbox.store.ts'

interface NewEvent {
  organizationId: string
  type: EventType
  data: object
  /** The trace of the cause. Default: the current one. */
  trace?: string | null
}

/** A delivery that belongs to this process from the start. */
export interface ReservedDelivery extends store.NewDelivery {
  event: store.EventRow
  trace: string | null
}

/** The dispatcher of this process, which can send new deliveries without claiming them. */
export interface Express<Targets = unknown> {
  /** Null when nothing can be sent at once. */
  reserve(organizationIds: Set<string>): store.Reservation | null
  /** Reads the targets in the transaction of the events. */
  targets(tx: Transaction, reservation: store.Reservation): Promise<Targets>
  /** Called after the commit. */
  take(reservation: store.Reservation, targets: Targets, deliveries: ReservedDelivery[]): void
}

declare module '../../platform/context.ts' {
  interface Service {
    events: {
      recentBodies: RecentBodies
      /** Null: every delivery is claimed by a dispatcher. */
      express: Express | null
    }
  }
}

/**
 * Writes events and their deliveries in the transaction of their cause, so that none exists without
 * the others. Wakes the dispatcher after the commit.
 */
export const emit = async (tx: Transaction & { service: Service }, events: NewEvent[]) => {
  const {
    clock,
    database: { signals },
    events: { recentBodies, express },
  } = tx.service
  const now = clock.now()
  const rows = events.map((event) => asRow(event, now))
  const organizationIds = new Set(rows.map((row) => row.organization_id))
  const current = currentTrace()
  const traces = new Map<string, string>()
  for (const [i, { trace = current }] of events.entries()) {
    if (trace !== null) traces.set((rows[i] as store.EventRow).id, trace)
  }
  const reservation = express?.reserve(organizationIds) ?? null
  // Sent before the first wait: these may be the last statements of a transaction.
  const [deliveries, targets] = await together(
    store.fanOut(tx.db, tx.engine, rows, reservation),
    reservation && express ? express.targets(tx, reservation) : Promise.resolve(undefined),
    store.insertEvents(tx.db, tx.engine, rows),
    ...[...traces].map(([id, traceparent]) => store.saveTrace(tx.db, { id, traceparent })),
  )
  tx.afterCommit(() => {
    const reservedIds = new Set(reservation?.webhookIds)
    const isReserved = ({ webhook_id }: store.NewDelivery) => reservedIds.has(webhook_id)
    const byId = new Map(rows.map((row) => [row.id, row]))
    const others = deliveries.filter((delivery) => !isReserved(delivery))
    for (const { event_id } of others) {
      recentBodies.set(event_id, (byId.get(event_id) as store.EventRow).body)
    }
    for (const webhookId of new Set(others.map(({ webhook_id }) => webhook_id))) {
      signals.send({ kind: 'deliveries-due', webhookId })
    }
    for (const organizationId of organizationIds) {
      signals.send({ kind: 'events-added', organizationId })
    }
    if (!reservation || others.length === deliveries.length) return
    const reserved = deliveries.filter(isReserved).map((delivery) => ({
      ...delivery,
      event: byId.get(delivery.event_id) as store.EventRow,
      trace: traces.get(delivery.event_id) ?? null,
    }))
    express?.take(reservation, targets, reserved)
  })
}

/** The body is serialized once, so that every delivery of the event sends the same bytes. */
const asRow = ({ organizationId, type, data }: NewEvent, now: number): store.EventRow => {
  const id = newId('evt', now)
  const body = JSON.stringify({ event: type, id, created_at: isoTime(now), data })
  return { id, organization_id: organizationId, type, body, created_at: now }
}

export type RecentBodies = ReturnType<typeof createRecentBodies>

/**
 * Caches the bodies of the latest events of this process: most deliveries are sent right after
 * their event and need not read it again.
 */
export const createRecentBodies = () =>
  createBounded<string>('event_bodies', { bytes: 16 * 2 ** 20 })
