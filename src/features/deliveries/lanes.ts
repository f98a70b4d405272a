import type { Clock } from '../../platform/kit/clock.ts'
import { newToken } from '../../platform/kit/ids.ts'
import type { Express, ReservedDelivery } from '../events/outbox.ts'
import { type ClaimRequest, listTargets, type TargetRow } from './claims.store.ts'
import type { ClaimedDelivery } from './dispatcher.ts'
import type { AttemptOutcome } from './sender.ts'

const maxUnderWay = 64
const leastUnderWay = 4
/** The initial limit of an unknown webhook. */
const firstLimit = 16
const slowMs = 1000

/** The maximum in one round, over all webhooks. */
const maxClaimed = 512

/** The state of a webhook in this process. */
export interface Lane<Claimed> {
  webhookId: string
  /** Undefined until a delivery of the webhook was claimed. */
  organizationId: string | undefined
  /** The earliest known due time. */
  dueAt: number
  /** Counts notices, so that a notice during a claim is not lost. */
  notices: number
  underWay: number
  /** The maximum number of concurrent attempts: lower while the receiver is slow or failing. */
  limit: number
  /** Claimed deliveries that have not begun. */
  waiting: Claimed[]
}

/**
 * One lane for each webhook, so that the backlog of one delays no other. A lane that responds well
 * is supplied in advance: as many deliveries as are running also wait in memory, so that sending
 * does not wait for the database.
 */
export const createLanes = <Claimed>() => {
  const lanes = new Map<string, Lane<Claimed>>()
  const byOrganization = new Map<string, Set<Lane<Claimed>>>()

  const laneOf = (webhookId: string): Lane<Claimed> => {
    const known = lanes.get(webhookId)
    if (known) return known
    const lane: Lane<Claimed> = {
      webhookId,
      organizationId: undefined,
      dueAt: Number.POSITIVE_INFINITY,
      notices: 0,
      underWay: 0,
      limit: firstLimit,
      waiting: [],
    }
    lanes.set(webhookId, lane)
    return lane
  }

  const remove = (lane: Lane<Claimed>) => {
    lanes.delete(lane.webhookId)
    const { organizationId = '' } = lane
    const others = byOrganization.get(organizationId)
    others?.delete(lane)
    if (others?.size === 0) byOrganization.delete(organizationId)
  }

  return {
    laneOf,
    all: () => lanes.values(),

    /** Records the organization of a webhook, which never changes. */
    assign(lane: Lane<Claimed>, organizationId: string) {
      if (lane.organizationId !== undefined) return
      lane.organizationId = organizationId
      const others = byOrganization.get(organizationId)
      if (others) others.add(lane)
      else byOrganization.set(organizationId, new Set([lane]))
    },

    /**
     * The webhooks of these organizations whose new deliveries can be sent without a claim: they
     * respond well, and no delivery of theirs waits in the table, which a new one would overtake.
     */
    readyOf(organizationIds: Iterable<string>, now: number): string[] {
      const ready: string[] = []
      for (const organizationId of organizationIds) {
        for (const lane of byOrganization.get(organizationId) ?? []) {
          if (isReady(lane, now)) ready.push(lane.webhookId)
        }
      }
      return ready
    },

    /** A delivery of this webhook is due at `dueAt`. */
    notice(webhookId: string, dueAt: number) {
      const lane = laneOf(webhookId)
      lane.notices += 1
      lane.dueAt = Math.min(lane.dueAt, dueAt)
    },

    /** The deliveries to claim now. The lane that was served last comes last. */
    requests(now: number): ClaimRequest[] {
      const ready = [...lanes.values()].filter((lane) => lane.dueAt <= now && wantsMore(lane))
      const share = Math.max(1, Math.floor(maxClaimed / Math.max(1, ready.length)))
      const served = ready.slice(0, maxClaimed)
      for (const lane of served) {
        lanes.delete(lane.webhookId)
        lanes.set(lane.webhookId, lane)
      }
      return served.map((lane) => ({
        webhookId: lane.webhookId,
        maximum: Math.min(share, capacityOf(lane)),
      }))
    },

    /**
     * The next due time among lanes with room. Lanes without room wake the dispatcher themselves.
     */
    nextDueAt(): number {
      let next = Number.POSITIVE_INFINITY
      for (const lane of lanes.values()) {
        if (lane.dueAt < next && wantsMore(lane)) next = lane.dueAt
      }
      return next
    },

    /** Removes the lanes of webhooks without work. */
    tidy() {
      for (const lane of lanes.values()) {
        const isIdle = lane.underWay === 0 && lane.waiting.length === 0
        if (isIdle && lane.dueAt === Number.POSITIVE_INFINITY) remove(lane)
      }
    },
  }
}

/**
 * A lane that responds badly gets nothing in advance, because the lease would expire while it
 * waits.
 */
const inAdvance = ({ limit }: Lane<unknown>): number => (limit >= firstLimit ? limit : 0)

const capacityOf = (lane: Lane<unknown>): number =>
  lane.limit + inAdvance(lane) - lane.underWay - lane.waiting.length

const isReady = (lane: Lane<unknown>, now: number): boolean =>
  lane.limit >= firstLimit && lane.waiting.length < lane.limit && lane.dueAt > now

/** Refill only when half of the prefetch is used: each claim costs a transaction. */
export const wantsMore = (lane: Lane<unknown>): boolean =>
  capacityOf(lane) >= Math.max(1, Math.ceil(inAdvance(lane) / 2))

export const learn = (lane: Lane<unknown>, { error, durationMs }: AttemptOutcome) => {
  lane.limit =
    error === null && durationMs < slowMs
      ? Math.min(maxUnderWay, lane.limit + 1)
      : Math.max(leastUnderWay, Math.floor(lane.limit / 2))
}

interface ExpressOptions {
  clock: Clock
  leaseMs: number
  lanes: ReturnType<typeof createLanes<ClaimedDelivery>>
  enqueue: (lane: Lane<ClaimedDelivery>, claimed: ClaimedDelivery[]) => void
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
