import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { claim, release } from '../src/features/deliveries/claims.store.ts'
import { createLog } from '../src/platform/kit/log.ts'
import { openDatabase } from '../src/platform/store/open.ts'
import { median } from './report.ts'

const fileIn = (folder: string) => join(folder, 'data', 'qpr.db')

/** Plants due deliveries of the only webhook, with rows as the outbox writes them. */
export const fillBacklog = (folder: string, deliveries: number) => {
  const db = new DatabaseSync(fileIn(folder))
  const now = Date.now()
  db.exec(`
    begin;
    delete from deliveries;
    delete from events;
    insert into events (id, organization_id, type, created_at, body)
    select printf('evt_01JB%022d', 0), organization_id, 'scan.created', ${now}, '{}' from webhooks;
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${deliveries})
    insert into deliveries (id, organization_id, webhook_id, event_id, event, status,
                            attempts_count, waits_used, next_attempt_at, due_at, created_at)
    select printf('dlv_01JB%022d', i), w.organization_id, w.id, printf('evt_01JB%022d', 0),
           'scan.created', 'pending', 0, 0, ${now}, ${now - deliveries} + i, ${now}
    from n, webhooks w;
    commit;
    pragma wal_checkpoint(truncate);
  `)
  db.close()
}

/** Milliseconds for a batch of 64, claimed and given back. */
export const claimCost = async (folder: string, deliveries: number): Promise<number> => {
  fillBacklog(folder, deliveries)
  const database = openDatabase(`sqlite:${fileIn(folder)}`, createLog('silent'))
  const webhook = await database.db.selectFrom('webhooks').select('id').executeTakeFirstOrThrow()
  const requests = [{ webhookId: webhook.id, maximum: 64 }]
  const times: number[] = []
  for (let n = 0; n < 200; n++) {
    const now = Date.now()
    const token = `claim-${n}`
    const startedAt = performance.now()
    const rows = await database.transaction(({ db, engine }) =>
      claim(db, engine, requests, { claim: token, now, until: now + 8000, takeoverBefore: now }),
    )
    times.push(performance.now() - startedAt)
    const ids = rows.map(({ id }) => id)
    await database.transaction(({ db }) => release(db, token, ids))
  }
  await database.close()
  return median(times)
}
