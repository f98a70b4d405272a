import { type Clock, dayMs } from '../../platform/kit/clock.ts'
import type { Outgoing } from '../../platform/mail/mail.ts'
import type { Transaction } from '../../platform/store/database.ts'
import type { Recorder } from '../audit/recorder.ts'
import type { Notifications } from '../notifications/notifications.ts'
import * as store from './health.store.ts'

const warnAfterMs = dayMs
const deactivateAfterMs = 5 * dayMs

interface HealthOptions {
  clock: Clock
  mail: Outgoing
  recorder: Pick<Recorder, 'byService'>
  recipients: Notifications['recipients']
}

export type Health = ReturnType<typeof createHealth>

/**
 * Tracks how long each webhook has been failing: members who chose it (by default the owners) are
 * warned after a day, and the webhook is deactivated after five.
 */
export const createHealth = ({ clock, mail, recorder, recipients }: HealthOptions) => {
  const tell = async (
    tx: Transaction,
    kind: 'webhookFailing' | 'webhookDeactivated',
    webhook: store.FailingWebhook,
  ) => {
    const told = await recipients(tx.db, webhook.organization_id, 'webhook_failing')
    for (const { organizationName, email, reader } of told) {
      const data = {
        organizationId: webhook.organization_id,
        organizationName,
        reader,
        webhookId: webhook.id,
        url: webhook.url,
        failingSince: webhook.failing_since,
      }
      await mail.enqueue(tx, { kind, recipient: email, data })
    }
  }

  const judge = async (tx: Transaction, webhook: store.FailingWebhook, now: number) => {
    const failingMs = now - webhook.failing_since
    if (webhook.active === 0) return
    if (failingMs >= deactivateAfterMs) {
      await store.deactivate(tx.db, webhook.id, now)
      await tell(tx, 'webhookDeactivated', webhook)
      await recorder.byService(tx, {
        action: 'deactivateWebhook',
        organizationId: webhook.organization_id,
        subject: { id: webhook.id, name: null },
        fields: ['active'],
      })
    } else if (failingMs >= warnAfterMs && webhook.warned_at === null) {
      await store.markWarned(tx.db, webhook.id, now)
      await tell(tx, 'webhookFailing', webhook)
    }
  }

  return {
    /** Called in the transaction of the attempts. */
    async observe(tx: Transaction, results: Map<string, 'succeeded' | 'failed'>) {
      const now = clock.now()
      // In id order, so that transactions that lock rows in this order cannot deadlock.
      for (const [webhookId, result] of [...results].sort(([a], [b]) => (a < b ? -1 : 1))) {
        if (result === 'succeeded') await store.markHealthy(tx.db, { id: webhookId })
        else {
          const [webhook] = await store.markFailing(tx.db, { id: webhookId, now })
          if (webhook) await judge(tx, webhook, now)
        }
      }
    },
  }
}
