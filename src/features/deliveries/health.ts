import { auditOwnChange } from '../../platform/change.ts'
import { announce, type Change } from '../../platform/context.ts'
import { dayMs } from '../../platform/kit/clock.ts'
import * as store from './health.store.ts'

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
export const observeWebhooks = async (
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
