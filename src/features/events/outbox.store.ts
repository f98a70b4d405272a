import { sql } from 'kysely'
import { prepareBulkInsert } from '../../platform/store/bulk.ts'
import { byEngine, type Db, type Engine } from '../../platform/store/database.ts'
import { prepare } from '../../platform/store/prepared.ts'
import type { Tables } from '../../platform/store/tables.ts'

export type EventRow = Omit<Tables['events'], 'written_by' | 'traceparent'>

export const insertEvents = prepareBulkInsert<EventRow>('events', {
  id: 'text',
  organization_id: 'text',
  type: 'text',
  body: 'text',
  created_at: 'bigint',
})

/** Only for a traced request, so that other events cost nothing more. */
export const saveTrace = prepare<{ id: string; traceparent: string }, never>((value, db) =>
  db
    .updateTable('events')
    .set({ traceparent: value('traceparent') })
    .where('id', '=', value('id')),
)

/** Webhooks whose new deliveries belong to this process from the start, until `until`. */
export interface Reservation {
  claim: string
  until: number
  webhookIds: string[]
}

export interface NewDelivery {
  id: string
  webhook_id: string
  event_id: string
}

type EventKey = Pick<EventRow, 'id' | 'organization_id' | 'type' | 'created_at'>

interface ClaimValues {
  claim: string | null
  until: number | null
}

const columns = sql.raw(
  'id, organization_id, webhook_id, event_id, event, status, attempts_count, waits_used, next_attempt_at, claim, due_at, created_at',
)

/**
 * One statement for each event, for any number of webhooks. The id of a delivery begins with the
 * time of its event; hexadecimal digits are valid in an id too.
 */
const fanOutOne = prepare<EventKey & ClaimValues & { reserved: string }, NewDelivery>(
  (value) => sql<NewDelivery>`
      insert into deliveries (${columns})
      select 'dlv_' || substr(${value('id')}, 5, 10) || hex(randomblob(8)),
             s.organization_id, s.webhook_id, ${value('id')}, s.event, 'pending', 0, 0,
             ${value('created_at')},
             iif(instr(${value('reserved')}, s.webhook_id), ${value('claim')}, null),
             iif(instr(${value('reserved')}, s.webhook_id), ${value('until')}, ${value('created_at')}),
             ${value('created_at')}
      from webhook_subscriptions s
      where s.organization_id = ${value('organization_id')} and s.event = ${value('type')}
      returning id, webhook_id, event_id
    `,
)

interface EventColumns extends ClaimValues {
  ids: string[]
  organizations: string[]
  types: string[]
  times: number[]
  reserved: string[]
}

const fanOutAll = prepare<EventColumns, NewDelivery>((value) => {
  const isReserved = sql`s.webhook_id = any(${value('reserved')}::text[])`
  return sql<NewDelivery>`
      insert into deliveries (${columns})
      select 'dlv_' || substr(e.id, 5, 10)
               || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 16)),
             s.organization_id, s.webhook_id, e.id, s.event, 'pending', 0, 0, e.created_at,
             case when ${isReserved} then ${value('claim')}::text end,
             case when ${isReserved} then ${value('until')}::bigint else e.created_at end,
             e.created_at
      from unnest(${value('ids')}::text[], ${value('organizations')}::text[],
                  ${value('types')}::text[], ${value('times')}::bigint[])
             as e (id, organization_id, type, created_at)
      join webhook_subscriptions s on s.organization_id = e.organization_id and s.event = e.type
      returning id, webhook_id, event_id
    `
})

const anySubscription = prepare<{ organization_id: string; event: string }, object>((value, db) =>
  db
    .selectFrom('webhook_subscriptions')
    .select('webhook_id')
    .where('organization_id', '=', value('organization_id'))
    .where('event', '=', value('event'))
    .limit(1),
)

const nothingReserved = { claim: null, until: null, webhookIds: [] }

/** Inserts a delivery for each subscribed webhook, and returns all of them. */
export const fanOut = (
  db: Db,
  engine: Engine,
  events: EventRow[],
  reservation: Reservation | null,
): Promise<NewDelivery[]> => {
  const { claim, until, webhookIds } = reservation ?? nothingReserved
  return byEngine(engine, {
    postgres: () =>
      fanOutAll(db, {
        ids: events.map(({ id }) => id),
        organizations: events.map(({ organization_id }) => organization_id),
        types: events.map(({ type }) => type),
        times: events.map(({ created_at }) => created_at),
        reserved: webhookIds,
        claim,
        until,
      }),
    sqlite: () => fanOutEach(db, events, { claim, until, reserved: webhookIds.join() }),
  })
}

const fanOutEach = async (
  db: Db,
  events: EventRow[],
  values: ClaimValues & { reserved: string },
): Promise<NewDelivery[]> => {
  const added: NewDelivery[] = []
  const ofKind = Map.groupBy(events, ({ organization_id, type }) => `${organization_id} ${type}`)
  for (const group of ofKind.values()) {
    const [{ organization_id, type }] = group as [EventRow]
    if ((await anySubscription(db, { organization_id, event: type })).length === 0) continue
    for (const event of group) added.push(...(await fanOutOne(db, { ...event, ...values })))
  }
  return added
}
