import { secondMs } from '../../platform/kit/clock.ts'
import { newToken } from '../../platform/kit/ids.ts'
import { isTracing } from '../../platform/kit/tracing.ts'
import { createWorker, type Pace } from '../../platform/kit/worker.ts'
import { together } from '../../platform/store/bulk.ts'
import type { LoggedBase, Transaction } from '../../platform/store/database.ts'
import type { RecentBodies } from '../events/outbox.ts'
import { dropWaiting } from '../webhooks/webhooks.store.ts'
import { type Sign, sendDelivery } from './attempt.ts'
import * as store from './claims.store.ts'
import { createExpress, createLanes, type Lane, learn, wantsMore } from './lanes.ts'
import type { Sender } from './sender.ts'
import type { createSettlement } from './settlement.ts'

export interface ClaimedDelivery {
  row: store.ClaimedRow
  claim: string
  leaseEndsAt: number
  target: store.TargetRow
  /** Undefined when the event has been deleted. */
  body: string | undefined
  /** The trace of the request that caused the event. */
  trace: string | null
}

interface DispatcherOptions extends LoggedBase {
  sender: Sender
  sign: Sign
  recentBodies: RecentBodies
  settlement: ReturnType<typeof createSettlement>
  timeoutMs: number
}

/**
 * A lease exceeds the time-out by this, so that no process sends a delivery that another may still
 * be sending.
 */
const leaseMarginMs = 5 * secondMs
/** Covers deliveries of dead processes and lost signals. */
const sweepMs = 5 * secondMs
/** After a database outage, give other processes time to settle what they have sent. */
const spareMs = 10 * secondMs
const maxUnsettled = 2000
const unsettledMs = 50
/** The maximum size of bodies that are waiting or being sent. Beyond it nothing more is claimed. */
const maxBufferedBytes = 32 * 2 ** 20

export type Dispatcher = ReturnType<typeof createDispatcher>

/**
 * Claims due deliveries, sends them, and passes the outcomes to the settlement. Woken by commits
 * and by the clock. Any number of processes can run it at the same time.
 */
export const createDispatcher = (options: DispatcherOptions) => {
  const { database, clock, log, sender, recentBodies, settlement, timeoutMs } = options
  const leaseMs = timeoutMs + leaseMarginMs
  const lanes = createLanes<ClaimedDelivery>()
  const underWay = new Set<Promise<void>>()
  let unlisten: (() => void) | undefined
  let sweepAt = 0
  let bufferedBytes = 0
  let spareUntil = 0
  let isFresh = true
  /** From the start until the stop. */
  let isOpen = false

  const notice = (webhookId: string, dueAt: number) => {
    lanes.notice(webhookId, dueAt)
    worker.wake()
  }

  /**
   * Finds deliveries without a signal: those of dead processes, and those from before the start.
   */
  const sweep = async () => {
    const waiting = await store.listDue(database.db, {})
    const ids = waiting.map(({ webhook_id }) => webhook_id)
    const targets =
      ids.length > 0 ? await store.listTargets(database.db, database.engine, ids) : new Map()
    for (const { webhook_id, due_at } of waiting) {
      if (targets.get(webhook_id)?.active === 1) lanes.notice(webhook_id, due_at)
      else await drop(webhook_id, targets.has(webhook_id) ? 'deactivated' : 'deleted')
    }
    lanes.tidy()
    sweepAt = clock.now() + sweepMs
  }

  /**
   * Deactivating or deleting a webhook drops only the first waiting deliveries; this drops the
   * rest.
   */
  const drop = async (webhookId: string, fate: 'deactivated' | 'deleted') => {
    while (await database.transaction(({ db }) => dropWaiting(db, webhookId, fate)));
  }

  const claim = async (tx: Transaction, requests: store.ClaimRequest[]) => {
    const now = clock.now()
    const takeoverBefore = now < spareUntil ? 0 : now
    const lease = { claim: newToken(), now, until: now + leaseMs, takeoverBefore }
    const rows = await store.claim(tx.db, tx.engine, requests, lease)
    if (rows.length === 0) return []
    const webhookIds = [...new Set(rows.map((row) => row.webhook_id))]
    const eventIds = [...new Set(rows.map((row) => row.event_id))]
    const recent = new Map(eventIds.map((id) => [id, recentBodies.get(id)]))
    const [targets, bodies] = await together(
      store.listTargets(tx.db, tx.engine, webhookIds),
      store.listBodies(
        tx.db,
        tx.engine,
        eventIds.filter((id) => recent.get(id) === undefined),
      ),
    )
    const traces = isTracing() ? await store.listTraces(tx.db, eventIds) : null
    return rows.flatMap((row): ClaimedDelivery[] => {
      const target = targets.get(row.webhook_id)
      if (target?.active !== 1) {
        // The webhook was deactivated or deleted while the event was written, so the next sweep
        // drops it.
        sweepAt = 0
        return []
      }
      const body = recent.get(row.event_id) ?? bodies.get(row.event_id)
      const trace = traces?.get(row.event_id) ?? null
      return [{ row, claim: lease.claim, leaseEndsAt: lease.until, target, body, trace }]
    })
  }

  const releaseAll = async () => {
    if (database.isExclusive) await database.transaction(({ db }) => store.releaseAll(db))
    isFresh = false
  }

  const round = async (): Promise<number> => {
    try {
      return await claimAndSend()
    } catch (error) {
      // The database may answer again before the `reconnected` signal arrives.
      spareUntil = clock.now() + spareMs
      throw error
    }
  }

  const worker = createWorker(round)

  const claimAndSend = async (): Promise<number> => {
    if (isFresh) await releaseAll()
    if (clock.now() >= sweepAt) await sweep()
    if (isFull()) return unsettledMs
    const requests = lanes.requests(clock.now())
    if (requests.length > 0) {
      await takeOn(requests)
      return 0
    }
    return Math.max(0, Math.min(sweepAt, lanes.nextDueAt()) - clock.now())
  }

  const takeOn = async (requests: store.ClaimRequest[]) => {
    const announced = new Map(
      requests.map(({ webhookId }) => [webhookId, lanes.laneOf(webhookId).notices]),
    )
    const claimed = await database.transaction((tx) => claim(tx, requests))
    const taken = Map.groupBy(claimed, ({ row }) => row.webhook_id)
    const emptied: string[] = []
    for (const { webhookId, maximum } of requests) {
      const lane = lanes.laneOf(webhookId)
      const ofLane = taken.get(webhookId) ?? []
      if (ofLane.length < maximum) emptied.push(webhookId)
      enqueue(lane, ofLane)
    }
    if (emptied.length > 0) await findNextDue(emptied, announced)
  }

  const enqueue = (lane: Lane<ClaimedDelivery>, claimed: ClaimedDelivery[]) => {
    for (const one of claimed) {
      lanes.assign(lane, one.row.organization_id)
      lane.waiting.push(one)
      bufferedBytes += bytesOf(one)
    }
    begin(lane)
  }

  /** The database or the receivers are slow, so finish what was taken on first. */
  const isFull = () => settlement.count() >= maxUnsettled || bufferedBytes >= maxBufferedBytes

  const express = createExpress({
    clock,
    leaseMs,
    lanes,
    enqueue,
    isOpen: () => isOpen && !isFull(),
    // The next sweep drops it.
    inactive: () => {
      sweepAt = 0
      worker.wake()
    },
  })

  /** Finds the next due time of webhooks that have nothing due now. */
  const findNextDue = async (webhookIds: string[], announced: Map<string, number>) => {
    const next = await store.nextDue(database.db, database.engine, webhookIds)
    for (const webhookId of webhookIds) {
      const lane = lanes.laneOf(webhookId)
      if (lane.notices !== announced.get(webhookId)) continue
      lane.dueAt = next.get(webhookId) ?? Number.POSITIVE_INFINITY
    }
  }

  const begin = (lane: Lane<ClaimedDelivery>) => {
    while (isOpen && lane.underWay < lane.limit) {
      const claimed = lane.waiting.shift()
      if (!claimed) return
      // The delivery could not finish before another process may take over, so its lease expires.
      if (claimed.leaseEndsAt - clock.now() < timeoutMs) {
        bufferedBytes -= bytesOf(claimed)
        continue
      }
      const attempt = make(lane, claimed).finally(() => underWay.delete(attempt))
      underWay.add(attempt)
    }
  }

  const make = async (lane: Lane<ClaimedDelivery>, claimed: ClaimedDelivery) => {
    lane.underWay += 1
    const outcome = await sendDelivery(options, claimed)
    bufferedBytes -= bytesOf(claimed)
    lane.underWay -= 1
    learn(lane, outcome)
    settlement.add({ delivery: claimed.row, claim: claimed.claim, outcome })
    begin(lane)
    if (wantsMore(lane) && lane.dueAt <= clock.now()) worker.wake()
  }

  const giveBack = async () => {
    const waiting = [...lanes.all()].flatMap((lane) => lane.waiting.splice(0))
    for (const [claimToken, ofClaim] of Map.groupBy(waiting, ({ claim }) => claim)) {
      const ids = ofClaim.map(({ row }) => row.id)
      await database.transaction(({ db }) => store.release(db, claimToken, ids))
    }
  }

  return {
    notice,
    express,
    /** The number of running attempts in this process, for the metrics. */
    underWay: () => underWay.size,
    start(pace: Pace) {
      isOpen = true
      unlisten = database.signals.listen((signal) => {
        if (signal.kind === 'deliveries-due') notice(signal.webhookId, clock.now())
        if (signal.kind === 'reconnected') {
          sweepAt = 0
          spareUntil = clock.now() + spareMs
          worker.wake()
        }
      })
      worker.start(pace)
    },
    /** Starts no more attempts. Running attempts finish and are settled. */
    async stop() {
      isOpen = false
      unlisten?.()
      await worker.stop()
      await giveBack().catch((error) =>
        log.warn({ err: error }, 'claimed deliveries could not be released'),
      )
      await Promise.all(underWay)
      await settlement.finish()
      await sender.close()
    },
  }
}

const bytesOf = ({ body = '' }: ClaimedDelivery): number => 2 * body.length
