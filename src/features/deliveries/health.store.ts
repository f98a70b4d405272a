import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import { prepare } from '../../platform/store/prepared.ts'
import type { Tables } from '../../platform/store/tables.ts'
import { dropWaiting } from '../webhooks/webhooks.store.ts'

export interface FailingWebhook
  extends Pick<Tables['webhooks'], 'id' | 'organization_id' | 'url' | 'active' | 'warned_at'> {
  failing_since: number
}

/** Does not write rows that are already healthy. */
export const markHealthy = prepare<{ id: string }, never>(
  (value) => sql<never>`
      update webhooks set failing_since = null, warned_at = null
      where id = ${value('id')} and failing_since is not null
    `,
)

export const markFailing = prepare<{ id: string; now: number }, FailingWebhook>(
  (value) => sql<FailingWebhook>`
      update webhooks set failing_since = coalesce(failing_since, ${value('now')})
      where id = ${value('id')}
      returning id, organization_id, url, active, warned_at, failing_since
    `,
)

export const markWarned = async (db: Db, id: string, now: number) => {
  await db.updateTable('webhooks').set({ warned_at: now }).where('id', '=', id).execute()
}

/** More than this in one transaction would delay other requests. The dispatcher drops the rest. */
const maxDropped = 1000

export const deactivate = async (db: Db, id: string, now: number) => {
  await db
    .updateTable('webhooks')
    .set({ active: 0, inactive_reason: 'failing', updated_at: now })
    .where('id', '=', id)
    .execute()
  await db.deleteFrom('webhook_subscriptions').where('webhook_id', '=', id).execute()
  await dropWaiting(db, id, 'Dropped: the webhook was deactivated.', maxDropped)
}
