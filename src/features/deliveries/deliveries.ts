import type { EventType } from '#contract/event-types.ts'
import type { Actor } from '../../platform/http/callers/actor.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import { problem } from '../../platform/http/problem.ts'
import { isoTime, isoTimeOrNull } from '../../platform/kit/clock.ts'
import type { Base, Transaction } from '../../platform/store/database.ts'
import type { Access } from '../organizations/access.ts'
import { isActive } from '../webhooks/webhooks.store.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import type { DeliveryQuery } from './deliveries.schema.ts'
import * as store from './deliveries.store.ts'

interface DeliveriesOptions extends Base {
  access: Access
  webhooks: Webhooks
}

export type Deliveries = ReturnType<typeof createDeliveries>

export const createDeliveries = ({ database, clock, access, webhooks }: DeliveriesOptions) => {
  const { db } = database

  const withDurations = async (rows: store.ListedDelivery[]) => {
    const durations = await store.lastDurations(
      db,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => ({
      ...asDelivery(row),
      last_duration_ms: durations.get(row.id) ?? null,
    }))
  }

  return {
    /** The organization of a delivery; 404 when the actor cannot reach it. */
    async organizationOf(actor: Actor, id: string): Promise<string> {
      const delivery = await store.find(db, access.reachable(db, actor), id)
      if (!delivery) throw deliveryNotFound(id)
      return delivery.organization_id
    },

    async list(actor: Actor, webhookId: string, query: DeliveryQuery) {
      const { status, event, view, limit, offset } = query
      await webhooks.find(db, actor, webhookId, 'webhooks:read')
      const wanted = { webhookId, status, event }
      const total = await store.count(db, wanted)
      const filter = [webhookId, status ?? null, event ?? null]
      const page = openPage({ list: 'deliveries', filter, like: [''] as [string] }, query)
      const found = await store.list(db, wanted, total, page)
      const { rows, next } = page.close(found, (row) => [row.id])
      const deliveries = view === 'full' ? await withDurations(rows) : rows.map(asDelivery)
      return { deliveries, total, limit, offset, ...next }
    },

    async retrieve(actor: Actor, id: string) {
      const delivery = await store.find(db, access.reachable(db, actor), id)
      if (!delivery) throw deliveryNotFound(id)
      await access.organization(db, actor, delivery.organization_id, 'webhooks:read')
      const attempts = await store.listAttempts(db, id)
      return {
        ...asDelivery(delivery),
        note: delivery.note,
        request: delivery.body,
        attempts: attempts.map((attempt) => ({
          ...attempt,
          started_at: isoTime(attempt.started_at),
        })),
      }
    },

    /** Makes another attempt immediately. A running attempt counts as this attempt. */
    async retry(tx: Transaction, actor: Actor, id: string) {
      const delivery = await store.hold(tx.db, access.reachable(tx.db, actor), id)
      if (!delivery) throw deliveryNotFound(id)
      const { organization_id, webhook_id: webhookId, status, claim, next_attempt_at } = delivery
      await access.organization(tx.db, actor, organization_id, 'webhooks:write')
      const takesMore = await isActive(tx.db, organization_id, webhookId)
      if (takesMore === undefined) throw webhookDeleted()
      if (!takesMore) throw webhookInactive()
      if (status === 'pending' && claim !== null) return asDelivery(delivery)
      const now = clock.now()
      if (status === 'pending') await store.bringForward(tx.db, id, now)
      else await store.addAttempt(tx.db, id, now)
      tx.afterCommit(() => database.signals.send({ kind: 'deliveries-due', webhookId }))
      return asDelivery({
        ...delivery,
        status: 'pending',
        next_attempt_at: Math.min(next_attempt_at ?? now, now),
      })
    },
  }
}

const asDelivery = (row: store.ListedDelivery) => ({
  id: row.id,
  event_id: row.event_id,
  event: row.event as EventType,
  webhook_id: row.webhook_id,
  status: row.status,
  attempts_count: row.attempts_count,
  next_attempt_at: isoTimeOrNull(row.next_attempt_at),
  last_status: row.last_status,
  created_at: isoTime(row.created_at),
})

const deliveryNotFound = (id: string) =>
  problem(404, 'delivery_not_found', `There is no delivery ${id.slice(0, 100)}.`)

export const webhookInactive = () =>
  problem(409, 'webhook_inactive', 'The webhook is inactive. Activate it first.')

const webhookDeleted = () =>
  problem(409, 'webhook_deleted', 'The webhook of this delivery was deleted.')
