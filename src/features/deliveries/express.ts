import type { Clock } from '../../platform/kit/clock.ts'
import { newToken } from '../../platform/kit/ids.ts'
import type { Express, ReservedDelivery } from '../events/outbox.ts'
import { listTargets, type TargetRow } from './claims.store.ts'
import type { Claimed } from './dispatcher.ts'
import type { createLanes, Lane } from './lanes.ts'

interface ExpressOptions {
  clock: Clock
  leaseMs: number
  lanes: ReturnType<typeof createLanes<Claimed>>
  enqueue: (lane: Lane<Claimed>, claimed: Claimed[]) => void
  /** Whether the dispatcher can take on more. */
  isOpen: () => boolean
  /** A webhook was deactivated or deleted while the event was written. */
  inactive: () => void
}

/**
 * New deliveries of webhooks that respond well are written as claimed by this process, and sent
 * right after their commit: they wait for no claim, and for no other webhook. If this process dies,
 * their lease expires, as that of any claim.
 */
export const createExpress = (options: ExpressOptions): Express<Map<string, TargetRow>> => {
  const { clock, leaseMs, lanes, enqueue, isOpen, inactive } = options
  return {
    reserve(organizationIds) {
      if (!isOpen()) return null
      const now = clock.now()
      const webhookIds = lanes.readyOf(organizationIds, now)
      return webhookIds.length > 0 ? { claim: newToken(), until: now + leaseMs, webhookIds } : null
    },
    targets: (tx, { webhookIds }) => listTargets(tx.db, tx.engine, webhookIds),
    take(reservation, targets, deliveries) {
      for (const [webhookId, ofLane] of Map.groupBy(deliveries, (one) => one.webhook_id)) {
        const target = targets.get(webhookId)
        if (target?.active !== 1) inactive()
        else {
          const claimed = ofLane.map((one) => ({
            ...asClaimed(one),
            ...leaseOf(reservation),
            target,
          }))
          enqueue(lanes.laneOf(webhookId), claimed)
        }
      }
    },
  }
}

const leaseOf = ({ claim, until }: { claim: string; until: number }) => ({
  claim,
  leaseEndsAt: until,
})

/** As the outbox has written it. */
const asClaimed = ({ id, webhook_id, event_id, event, trace }: ReservedDelivery) => ({
  row: {
    id,
    webhook_id,
    event_id,
    organization_id: event.organization_id,
    event: event.type,
    attempts_count: 0,
    waits_used: 0,
    next_attempt_at: event.created_at,
  },
  body: event.body,
  trace,
})
