import type { Registry } from 'prom-client'
import type { Service } from '../../platform/context.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import { createDispatcher } from './dispatcher.ts'
import { createWebhookMetrics } from './metrics.ts'
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
