import { auditOwnChange } from '../../platform/change.ts'
import { announce, type Change, changeContext, type Service } from '../../platform/context.ts'
import { createBatcher } from '../../platform/kit/batcher.ts'
import { dayMs, secondMs } from '../../platform/kit/clock.ts'
import { untraced } from '../../platform/kit/tracing.ts'
import { together } from '../../platform/store/bulk.ts'
import type { Transaction } from '../../platform/store/database.ts'
import { isLockTimeout } from '../../platform/store/errors.ts'
import type { ClaimedRow } from './claims.store.ts'
import type { AttemptOutcome } from './sender.ts'
import * as store from './settlement.store.ts'

interface Attempt {
  delivery: ClaimedRow
  claim: string
  outcome: AttemptOutcome
}

export interface Settled extends store.Settlement {
  webhookId: string
  attempt: Attempt
}

interface SettlementOptions {
  service: Service
  retryMs: number[]
  /** Called after the commit, for each attempt that counted. */
  settled: (settled: Settled) => void
}

const maxTogether = 256
const againMs = 500
/** The results of all webhooks wait with the batch, so it does not wait long for a locked row. */
const lockMs = 500
const patienceMs = 3 * secondMs

/**
 * Stores the results of attempts, many in one transaction. While the database is unreachable, the
 * results are kept and retried.
 */
export const createSettlement = (options: SettlementOptions) => {
  const { service, settled } = options
  const { database, clock, log } = service
  let hasGivenUp = false
  let givesUpAt = Number.POSITIVE_INFINITY

  const write = async (tx: Transaction, batch: Settled[]): Promise<Set<string>> => {
    const [ids] = await together(
      store.settle(tx.db, tx.engine, batch),
      observeWebhooks(changeContext(service, tx, null), resultsByWebhook(batch)),
    )
    return ids
  }

  const settleBatch = async (batch: Settled[]) => {
    // The results belong to many traces.
    const ids = await untraced(() => database.transaction((tx) => write(tx, batch), { lockMs }))
    for (const one of batch) {
      if (ids.has(one.id)) settled(one)
      // The lease expired and another process claimed the delivery, or the webhook was deleted.
      else log.warn({ deliveryId: one.id, webhookId: one.webhookId }, 'delivery was taken over')
    }
  }

  /** A row of one webhook is locked: the results of the others are saved, and these later. */
  const settleApart = async (batch: Settled[]) => {
    const webhooks = Map.groupBy(batch, ({ webhookId }) => webhookId)
    for (const ofWebhook of webhooks.values()) {
      await settleBatch(ofWebhook).catch((error) => {
        const { length } = ofWebhook
        log.error({ err: error, attempts: length }, 'the results of attempts could not be saved')
        postponed += length
        setTimeout(() => {
          postponed -= length
          for (const one of ofWebhook) attempts.add(one)
        }, againMs)
      })
    }
  }

  const settleUntilDone = async (batch: Settled[]) => {
    while (!hasGivenUp) {
      try {
        return await settleBatch(batch)
      } catch (error) {
        hasGivenUp = clock.now() >= givesUpAt
        if (isLockTimeout(error) && !hasGivenUp) return await settleApart(batch)
        log.error(
          { err: error, attempts: batch.length },
          'the results of attempts could not be saved',
        )
        if (!hasGivenUp) await new Promise((resolve) => setTimeout(resolve, againMs))
      }
    }
  }

  let postponed = 0
  const attempts = createBatcher<Settled>({ maximum: maxTogether, handle: settleUntilDone })

  return {
    add(attempt: Attempt) {
      attempts.add(settledBy(attempt, options.retryMs))
    },
    count: () => attempts.count() + postponed,
    /** Resolves when every attempt is stored, or cannot be stored: then its lease expires. */
    async finish() {
      givesUpAt = clock.now() + patienceMs
      await attempts.idle()
      while (postponed > 0) {
        await new Promise((resolve) => setTimeout(resolve, againMs))
        await attempts.idle()
      }
    },
  }
}

/** The effect of an attempt on its delivery. Each wait is counted from the end of the attempt. */
const settledBy = (attempt: Attempt, retryMs: number[]): Settled => {
  const { delivery, claim, outcome } = attempt
  const endedAt = outcome.startedAt + outcome.durationMs
  const isDone = outcome.error === null
  const waitMs = delivery.waits_used === null ? undefined : retryMs[delivery.waits_used]
  const isRetried = !isDone && waitMs !== undefined
  const unfinished = isRetried ? 'pending' : 'failed'
  return {
    id: delivery.id,
    webhookId: delivery.webhook_id,
    claim,
    status: isDone ? 'succeeded' : unfinished,
    number: delivery.attempts_count + 1,
    waits_used: isRetried ? (delivery.waits_used ?? 0) + 1 : delivery.waits_used,
    next_attempt_at: isRetried ? endedAt + waitMs : null,
    started_at: outcome.startedAt,
    duration_ms: outcome.durationMs,
    last_status: outcome.status,
    error: outcome.error,
    response_body: outcome.responseBody,
    attempt,
  }
}

/** A single success among failures counts as success. */
const resultsByWebhook = (batch: Settled[]): Map<string, 'succeeded' | 'failed'> => {
  const results = new Map<string, 'succeeded' | 'failed'>()
  for (const { webhookId, error } of batch) {
    if (error === null) results.set(webhookId, 'succeeded')
    else if (!results.has(webhookId)) results.set(webhookId, 'failed')
  }
  return results
}

declare module '../../platform/context.ts' {
  interface Facts {
    /** A webhook has failed for a day, or has been deactivated after five days. */
    webhookFailing: { webhook: store.FailingWebhook; isDeactivated: boolean }
  }
}

const warnAfterMs = dayMs
const deactivateAfterMs = 5 * dayMs

const judge = async (change: Change<null>, webhook: store.FailingWebhook, now: number) => {
  const failingMs = now - webhook.failing_since
  if (webhook.active === 0) return
  if (failingMs >= deactivateAfterMs) {
    await store.deactivate(change.db, webhook.id, now)
    await announce(change, 'webhookFailing', { webhook, isDeactivated: true })
    await auditOwnChange(change, {
      action: 'deactivateWebhook',
      organizationId: webhook.organization_id,
      subject: { id: webhook.id, name: null },
      fields: ['active'],
    })
  } else if (failingMs >= warnAfterMs && webhook.warned_at === null) {
    await store.markWarned(change.db, webhook.id, now)
    await announce(change, 'webhookFailing', { webhook, isDeactivated: false })
  }
}

/**
 * Tracks how long each webhook has been failing, in the transaction of the attempts. A webhook is
 * deactivated after five days.
 */
const observeWebhooks = async (
  change: Change<null>,
  results: Map<string, 'succeeded' | 'failed'>,
) => {
  const now = change.now()
  // In id order, so that transactions that lock rows in this order cannot deadlock.
  for (const [webhookId, result] of [...results].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (result === 'succeeded') await store.markHealthy(change.db, { id: webhookId })
    else {
      const [webhook] = await store.markFailing(change.db, { id: webhookId, now })
      if (webhook) await judge(change, webhook, now)
    }
  }
}
