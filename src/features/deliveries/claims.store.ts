import { sql } from 'kysely'
import { each, prepareByIds } from '../../platform/store/bulk.ts'
import { byEngine, type Db, type Engine } from '../../platform/store/database.ts'
import { maxCounted } from '../../platform/store/keyset.ts'
import { prepare } from '../../platform/store/prepared.ts'
import type { Tables } from '../../platform/store/tables.ts'

/** The number of deliveries of a webhook to claim. */
export interface ClaimRequest {
  webhookId: string
  maximum: number
}

export interface Lease {
  claim: string
  now: number
  until: number
  /** Claims of other processes are taken over if their lease ended before this. */
  takeoverBefore: number
}

const claimedNames = [
  'id',
  'organization_id',
  'webhook_id',
  'event_id',
  'event',
  'attempts_count',
  'waits_used',
  'next_attempt_at',
] as const

export type ClaimedRow = Pick<Tables['deliveries'], (typeof claimedNames)[number]>

const claimedColumns = sql.join(claimedNames.map((name) => sql.ref(`deliveries.${name}`)))

const claimOne = prepare<ClaimRequest & Lease, ClaimedRow>(
  (value) => sql<ClaimedRow>`
      update deliveries set claim = ${value('claim')}, due_at = ${value('until')}
      where id in (
        select id from deliveries
        where webhook_id = ${value('webhookId')} and due_at <= ${value('now')}
          and (claim is null or due_at <= ${value('takeoverBefore')})
        order by due_at limit ${value('maximum')}
      )
      returning ${claimedColumns}
    `,
)

const claimAll = prepare<Lease & { webhookIds: string[]; limits: number[] }, ClaimedRow>(
  (value) => sql<ClaimedRow>`
        with picked as materialized (
          select d.id
          from unnest(${value('webhookIds')}::text[], ${value('limits')}::bigint[])
                 as request (webhook_id, max_rows)
          cross join lateral (
            select id from deliveries
            where webhook_id = request.webhook_id and due_at <= ${value('now')}
              and (claim is null or due_at <= ${value('takeoverBefore')})
            order by due_at limit request.max_rows
            for update skip locked
          ) d
        )
        update deliveries set claim = ${value('claim')}, due_at = ${value('until')}
        from picked where deliveries.id = picked.id
        returning ${claimedColumns}
      `,
)

/**
 * Claims due deliveries, at most the requested number for each webhook. No other process gets them
 * until the lease ends.
 */
export const claim = async (
  db: Db,
  engine: Engine,
  requests: ClaimRequest[],
  lease: Lease,
): Promise<ClaimedRow[]> =>
  await byEngine(engine, {
    postgres: () =>
      claimAll(db, {
        ...lease,
        webhookIds: requests.map(({ webhookId }) => webhookId),
        limits: requests.map(({ maximum }) => maximum),
      }),
    sqlite: () => each(requests, (request) => claimOne(db, { ...request, ...lease })),
  })

const targetColumns = [
  'id',
  'url',
  'secret',
  'former_secret',
  'former_secret_until',
  'active',
] as const

export type TargetRow = Pick<Tables['webhooks'], (typeof targetColumns)[number]>

const targetsById = prepareByIds<TargetRow>('webhooks', targetColumns)

export const listTargets = async (db: Db, engine: Engine, ids: string[]) => {
  const rows = await targetsById(db, engine, ids)
  return new Map(rows.map((row) => [row.id, row]))
}

const bodiesById = prepareByIds<Pick<Tables['events'], 'id' | 'body'>>('events', ['id', 'body'])

export const listBodies = async (db: Db, engine: Engine, ids: string[]) => {
  const rows = await bodiesById(db, engine, ids)
  return new Map(rows.map(({ id, body }) => [id, body]))
}

/** The traces of events that a traced request caused. */
export const listTraces = async (db: Db, ids: string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('events')
    .select(['id', 'traceparent'])
    .where('id', 'in', ids)
    .where('traceparent', 'is not', null)
    .execute()
  return new Map(rows.flatMap(({ id, traceparent }) => (traceparent ? [[id, traceparent]] : [])))
}

interface NextDue {
  webhook_id: string
  due_at: number | null
}

const selectNextDue = prepare<{ webhookId: string }, NextDue>(
  (value) => sql<NextDue>`
      select webhook_id, due_at from deliveries
      where webhook_id = ${value('webhookId')} and due_at is not null and claim is null
      order by due_at limit 1
    `,
)

const selectAllNextDue = prepare<{ webhookIds: string[] }, NextDue>(
  (value) => sql<NextDue>`
      select w.webhook_id, (
        select d.due_at from deliveries d
        where d.webhook_id = w.webhook_id and d.due_at is not null and d.claim is null
        order by d.due_at limit 1
      ) as due_at
      from unnest(${value('webhookIds')}::text[]) as w (webhook_id)
    `,
)

/**
 * The next due time of unclaimed deliveries for each webhook. Webhooks without any are left out.
 */
export const nextDue = async (
  db: Db,
  engine: Engine,
  webhookIds: string[],
): Promise<Map<string, number | null>> => {
  const rows = await byEngine(engine, {
    postgres: () => selectAllNextDue(db, { webhookIds }),
    sqlite: () => each(webhookIds, (webhookId) => selectNextDue(db, { webhookId })),
  })
  return new Map(rows.map((row) => [row.webhook_id, row.due_at]))
}

/**
 * Each webhook with waiting deliveries, and the earliest due time. Skips from one webhook to the
 * next in the index, so that the cost depends on the number of webhooks, not of deliveries.
 */
export const listDue = prepare<object, { webhook_id: string; due_at: number }>(
  () => sql<{ webhook_id: string; due_at: number }>`
      with recursive waiting (webhook_id) as (
        select min(webhook_id) from deliveries where due_at is not null
        union all
        select (select min(d.webhook_id) from deliveries d
                where d.due_at is not null and d.webhook_id > waiting.webhook_id)
        from waiting where waiting.webhook_id is not null
      )
      select webhook_id,
             (select min(d.due_at) from deliveries d
              where d.webhook_id = waiting.webhook_id and d.due_at is not null) as due_at
      from waiting where webhook_id is not null
    `,
)

/** Returns claimed deliveries that were not begun. Their due time is restored. */
export const release = async (db: Db, claim: string, ids: string[]) => {
  await db
    .updateTable('deliveries')
    .set((row) => ({ claim: null, due_at: row.ref('next_attempt_at') }))
    .where('claim', '=', claim)
    .where('id', 'in', ids)
    .execute()
}

export const releaseAll = async (db: Db) => {
  await db
    .updateTable('deliveries')
    .set((row) => ({ claim: null, due_at: row.ref('next_attempt_at') }))
    .where('due_at', 'is not', null)
    .where('claim', 'is not', null)
    .execute()
}

/** Counts for the whole service. A claimed delivery is due again when its lease ends. */
export const countWaiting = async (db: Db, now: number) => {
  const [{ rows }, earliest] = await Promise.all([
    sql<{ backlog: number; due: number }>`
      select count(*) as backlog, count(case when due_at <= ${now} then 1 end) as due
      from (select due_at from deliveries where due_at is not null limit ${maxCounted}) as waiting
    `.execute(db),
    listDue(db, {}),
  ])
  const oldestDueAt = Math.min(...earliest.map(({ due_at }) => due_at))
  return {
    backlog: Number(rows[0]?.backlog),
    due: Number(rows[0]?.due),
    oldestDueAt: Number.isFinite(oldestDueAt) ? oldestDueAt : null,
  }
}
