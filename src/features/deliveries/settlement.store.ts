import { sql } from 'kysely'
import { each } from '../../platform/store/bulk.ts'
import { byEngine, type Db, type Engine } from '../../platform/store/database.ts'
import { prepare } from '../../platform/store/prepared.ts'
import type { DeliveryStatus, Tables } from '../../platform/store/tables.ts'
import { dropWaiting } from '../webhooks/webhooks.store.ts'

/** An attempt and its effect on the delivery. */
export interface Settlement {
  id: string
  claim: string
  status: DeliveryStatus
  number: number
  waits_used: number | null
  next_attempt_at: number | null
  started_at: number
  duration_ms: number
  last_status: number | null
  error: string | null
  response_body: string | null
}

/** Requires the claim's own token: a process that lost the lease settles nothing. */
const updateOne = prepare<Settlement, { id: string }>(
  (value) => sql<{ id: string }>`
      update deliveries set
        status = ${value('status')},
        attempts_count = ${value('number')},
        waits_used = ${value('waits_used')},
        next_attempt_at = ${value('next_attempt_at')},
        due_at = ${value('next_attempt_at')},
        last_status = ${value('last_status')},
        claim = null
      where id = ${value('id')} and claim = ${value('claim')}
      returning id
    `,
)

const insertAttempt = prepare<Settlement, never>(
  (value) => sql<never>`
      insert into delivery_attempts
        (delivery_id, number, started_at, duration_ms, status, error, response_body)
      values (${value('id')}, ${value('number')}, ${value('started_at')}, ${value('duration_ms')},
              ${value('last_status')}, ${value('error')}, ${value('response_body')})
    `,
)

const columnTypes = {
  id: 'text',
  claim: 'text',
  status: 'text',
  number: 'bigint',
  waits_used: 'bigint',
  next_attempt_at: 'bigint',
  started_at: 'bigint',
  duration_ms: 'bigint',
  last_status: 'bigint',
  error: 'text',
  response_body: 'text',
} as const satisfies Record<keyof Settlement, string>

const names = Object.keys(columnTypes) as (keyof Settlement)[]

// The list of ids repeats a condition: it lets PostgreSQL leave out the partitions of other months
// before it begins.
const settleAll = prepare<Record<string, unknown[]>, { id: string }>((value) => {
  const arrays = names.map((name) => sql`${value(name)}::${sql.raw(columnTypes[name])}[]`)
  return sql<{ id: string }>`
        with outcome as materialized (
          select * from unnest(${sql.join(arrays)}) as o (${sql.raw(names.join(', '))})
        ), settled as (
          update deliveries d set
            status = o.status,
            attempts_count = o.number,
            waits_used = o.waits_used,
            next_attempt_at = o.next_attempt_at,
            due_at = o.next_attempt_at,
            last_status = o.last_status,
            claim = null
          from outcome o
          where d.id = any(${value('id')}::text[]) and d.id = o.id and d.claim = o.claim
          returning d.id
        )
        insert into delivery_attempts
          (delivery_id, number, started_at, duration_ms, status, error, response_body)
        select o.id, o.number, o.started_at, o.duration_ms, o.last_status, o.error, o.response_body
        from outcome o join settled using (id)
        returning delivery_id as id
      `
})

/** Returns the settled deliveries, whose claim was still valid. */
export const settle = async (
  db: Db,
  engine: Engine,
  settlements: Settlement[],
): Promise<Set<string>> => {
  const rows = await byEngine(engine, {
    postgres: () => {
      const columns = names.map((name) => [name, settlements.map((one) => one[name])])
      return settleAll(db, Object.fromEntries(columns))
    },
    sqlite: () =>
      each(settlements, async (settlement) => {
        const settled = await updateOne(db, settlement)
        if (settled.length > 0) await insertAttempt(db, settlement)
        return settled
      }),
  })
  return new Set(rows.map(({ id }) => id))
}

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

export const deactivate = async (db: Db, id: string, now: number) => {
  await db
    .updateTable('webhooks')
    .set({ active: 0, inactive_reason: 'failing', updated_at: now })
    .where('id', '=', id)
    .execute()
  await db.deleteFrom('webhook_subscriptions').where('webhook_id', '=', id).execute()
  await dropWaiting(db, id, 'deactivated')
}
