import { Counter, Histogram, type Registry } from 'prom-client'
import type { Service } from '../../platform/context.ts'
import { isoTime, secondMs } from '../../platform/kit/clock.ts'
import { addGauge, addSharedGauge, shareForASecond } from '../../platform/kit/gauges.ts'
import type { Base } from '../../platform/store/database.ts'
import { countWaiting } from './claims.store.ts'
import { createDispatcher } from './dispatcher.ts'
import { createSettlement, type Settled } from './settlement.ts'

interface Parts extends Omit<Parameters<typeof createDispatcher>[0], 'settlement'> {
  service: Service
  retrySeconds: number[]
  registry: Registry
}

/** Sends and settles due deliveries, from its start until it is stopped. */
export const createDelivery = (parts: Parts) => {
  const { service, log, retrySeconds } = parts

  const settled = (one: Settled) => {
    const { id, webhookId, attempt, ...result } = one
    const { status, number, next_attempt_at, last_status, error, duration_ms } = result
    metrics.settled(one)
    if (next_attempt_at !== null) dispatcher.notice(webhookId, next_attempt_at)
    log.info(
      {
        deliveryId: id,
        webhookId,
        eventId: attempt.delivery.event_id,
        event: attempt.delivery.event,
        attempt: number,
        result: status,
        status: last_status,
        error,
        durationMs: duration_ms,
        retryAt: next_attempt_at === null ? null : isoTime(next_attempt_at),
      },
      'delivery settled',
    )
  }

  const settlement = createSettlement({
    service,
    retryMs: retrySeconds.map((seconds) => seconds * 1000),
    settled,
  })
  const dispatcher = createDispatcher({ ...parts, settlement })
  const metrics = createWebhookMetrics({
    ...parts,
    underWay: dispatcher.underWay,
    unsettled: settlement.count,
  })
  return { start: dispatcher.start, stop: dispatcher.stop, express: dispatcher.express }
}

interface MetricsOptions extends Base {
  registry: Registry
  underWay: () => number
  unsettled: () => number
}

/** For Prometheus: waiting deliveries, running attempts, results, lag. */
const createWebhookMetrics = (options: MetricsOptions) => {
  const { registry, database, clock } = options
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['result'] as const, registers: [registry] })
  const attempts = counter(
    'qpr_delivery_attempts_total',
    'Delivery attempts of this process, by result.',
  )
  const deliveries = counter(
    'qpr_deliveries_total',
    'Deliveries that this process has ended, by result; failed: after the last attempt.',
  )
  const lag = new Histogram({
    registers: [registry],
    name: 'qpr_delivery_lag_seconds',
    help: 'Time from the due time of an attempt to its start.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
  })
  const durations = new Histogram({
    registers: [registry],
    name: 'qpr_delivery_attempt_duration_seconds',
    help: 'Duration of delivery attempts, from the look-up of the name to the end of the response.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  })
  for (const result of ['succeeded', 'failed']) {
    attempts.inc({ result }, 0)
    deliveries.inc({ result }, 0)
  }

  const count = shareForASecond(() => countWaiting(database.db, clock.now()))
  addGauge(
    registry,
    'qpr_deliveries_under_way',
    'Delivery attempts of this process that are running.',
    options.underWay,
  )
  addGauge(
    registry,
    'qpr_deliveries_unsettled',
    'Attempts of this process whose result is not stored yet.',
    options.unsettled,
  )
  addSharedGauge(
    registry,
    'qpr_deliveries_due',
    'Deliveries of the service that are due and not claimed; counting stops at 100,000.',
    async () => (await count()).due,
  )
  addSharedGauge(
    registry,
    'qpr_deliveries_backlog',
    'Deliveries of the service without a final result: due, running, or waiting for a retry; counting stops at 100,000.',
    async () => (await count()).backlog,
  )
  addSharedGauge(
    registry,
    'qpr_deliveries_oldest_due_seconds',
    'Seconds for which the oldest delivery of the service has been due; 0 if no delivery is due.',
    async () => Math.max(0, clock.now() - ((await count()).oldestDueAt ?? clock.now())) / secondMs,
  )
  return {
    settled({ status, error, duration_ms, started_at, attempt }: Settled) {
      attempts.inc({ result: error === null ? 'succeeded' : 'failed' })
      if (status !== 'pending') deliveries.inc({ result: status })
      durations.observe(duration_ms / secondMs)
      const { next_attempt_at: dueAt } = attempt.delivery
      if (dueAt !== null) lag.observe(Math.max(0, started_at - dueAt) / secondMs)
    },
  }
}
