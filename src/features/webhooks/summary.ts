import type { Actor } from '../../platform/http/callers/actor.ts'
import { isoTimeOrNull } from '../../platform/kit/clock.ts'
import type { Database } from '../../platform/store/database.ts'
import * as store from './summary.store.ts'
import type { Webhooks } from './webhooks.ts'

interface SummaryOptions {
  database: Database
  webhooks: Pick<Webhooks, 'find'>
}

/** Enough for a summary, and few enough to read at once. */
const mostRead = 100

export type Summaries = ReturnType<typeof createSummaries>

/** A summary of the recent deliveries of a webhook. */
export const createSummaries = ({ database, webhooks }: SummaryOptions) => ({
  async health(actor: Actor, id: string) {
    const { db } = database
    const webhook = await webhooks.find(db, actor, id, 'webhooks:read')
    const recent = await store.newest(db, id, mostRead)
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
  },
})
