import type { Context } from '../../platform/context.ts'
import { isoTimeOrNull } from '../../platform/kit/clock.ts'
import * as store from './summary.store.ts'
import { requireWebhook } from './webhooks.ts'

/** Enough for a summary, and few enough to read at once. */
const maxRead = 100

/** A summary of the recent deliveries of a webhook. */
export const retrieveHealth = async (context: Context, id: string) => {
  const { db } = context
  const webhook = await requireWebhook(context, id, 'webhooks:read')
  const recent = await store.newest(db, id, maxRead)
  const succeeded = recent.filter(({ status }) => status === 'succeeded').length
  const failed = recent.filter(({ status }) => status === 'failed').length
  const { averageMs, lastAt } = await store.attemptsOf(
    db,
    recent.map(({ id }) => id),
  )
  const settled = succeeded + failed
  return {
    webhook_id: id,
    active: webhook.active === 1,
    failing_since: isoTimeOrNull(webhook.failing_since),
    recent_deliveries: recent.length,
    succeeded,
    failed,
    success_rate: settled === 0 ? null : Math.round((succeeded / settled) * 10_000) / 10_000,
    waiting: await store.countWaiting(db, id),
    average_duration_ms: averageMs,
    last_attempt_at: isoTimeOrNull(lastAt),
    last_status: recent.find(({ attempts_count }) => attempts_count > 0)?.last_status ?? null,
  }
}
