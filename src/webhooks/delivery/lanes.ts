import type { Wish } from './claims.store.ts'
import type { Outcome } from './sender.ts'

const mostUnderWay = 64
const leastUnderWay = 4
/** Where a webhook begins that nothing is known of. */
const firstLimit = 16
const slowMs = 1000

/** In one round, over all webhooks. */
const mostClaimed = 512

/** What one process knows of one webhook. */
export interface Lane<Claimed> {
  webhookId: string
  /** The earliest time from which something is known to be due. */
  dueAt: number
  /** Counts what it was told, so that news during a claim is not forgotten after it. */
  notices: number
  underWay: number
  /** How many attempts may be under way: fewer while it is slow or failing. */
  limit: number
  /** Claimed and not begun. */
  waiting: Claimed[]
}

/**
 * One lane for each webhook, so that the backlog of one waits alone. A lane that answers well is
 * kept supplied: as many again as are under way wait in memory, and nobody waits for the database.
 */
export const createLanes = <Claimed>() => {
  const lanes = new Map<string, Lane<Claimed>>()

  const laneOf = (webhookId: string): Lane<Claimed> => {
    const known = lanes.get(webhookId)
    if (known) return known
    const lane = {
      webhookId,
      dueAt: Number.POSITIVE_INFINITY,
      notices: 0,
      underWay: 0,
      limit: firstLimit,
      waiting: [],
    }
    lanes.set(webhookId, lane)
    return lane
  }

  return {
    laneOf,
    all: () => lanes.values(),

    /** Something of this webhook is due from then on. */
    notice(webhookId: string, dueAt: number) {
      const lane = laneOf(webhookId)
      lane.notices += 1
      lane.dueAt = Math.min(lane.dueAt, dueAt)
    },

    /** What to claim now; whoever was served last comes last. */
    wishes(now: number): Wish[] {
      const ready = [...lanes.values()].filter((lane) => lane.dueAt <= now && wantsMore(lane))
      const share = Math.max(1, Math.floor(mostClaimed / Math.max(1, ready.length)))
      const served = ready.slice(0, mostClaimed)
      for (const lane of served) {
        lanes.delete(lane.webhookId)
        lanes.set(lane.webhookId, lane)
      }
      return served.map((lane) => ({
        webhookId: lane.webhookId,
        most: Math.min(share, roomIn(lane)),
      }))
    },

    /** When the next lane that has room becomes due; lanes without room wake us by themselves. */
    nextDueAt(): number {
      let next = Number.POSITIVE_INFINITY
      for (const lane of lanes.values()) {
        if (lane.dueAt < next && wantsMore(lane)) next = lane.dueAt
      }
      return next
    },

    underWay(): number {
      let sum = 0
      for (const lane of lanes.values()) sum += lane.underWay
      return sum
    },

    /** Forgets the webhooks of which there is nothing left to know. */
    tidy() {
      for (const lane of lanes.values()) {
        const isIdle = lane.underWay === 0 && lane.waiting.length === 0
        if (isIdle && lane.dueAt === Number.POSITIVE_INFINITY) lanes.delete(lane.webhookId)
      }
    },
  }
}

/** A lane that answers badly gets nothing in advance: its lease would run out while it waits. */
const inAdvance = ({ limit }: Lane<unknown>): number => (limit >= firstLimit ? limit : 0)

const roomIn = (lane: Lane<unknown>): number =>
  lane.limit + inAdvance(lane) - lane.underWay - lane.waiting.length

/** Not for every single one: a claim is a transaction. */
export const wantsMore = (lane: Lane<unknown>): boolean =>
  roomIn(lane) >= Math.max(1, Math.ceil(inAdvance(lane) / 2))

export const learn = (lane: Lane<unknown>, { error, durationMs }: Outcome) => {
  lane.limit =
    error === null && durationMs < slowMs
      ? Math.min(mostUnderWay, lane.limit + 1)
      : Math.max(leastUnderWay, Math.floor(lane.limit / 2))
}
