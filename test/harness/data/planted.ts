// Existing deliveries, at any time.
import { randomBytes } from 'node:crypto'
import { isoTime } from '../../../src/platform/kit/clock.ts'
import { lowestId } from '../../../src/platform/kit/ids.ts'
import type { Tables } from '../../../src/platform/store/tables.ts'
import type { Service } from '../service/service.ts'

type Row = Tables['deliveries']

/** Later than the time of any test, so it is never claimed. */
export const farAway = Date.parse('2199-01-01T00:00:00Z')

/** Waits for an attempt that never happens. */
export const waiting = {
  status: 'pending',
  attempts_count: 1,
  waits_used: 1,
  next_attempt_at: farAway,
  due_at: farAway,
} as const satisfies Partial<Row>

// Generated ids never go back in time; these may.
export const idAt = (prefix: string, at: number) =>
  lowestId(prefix, at).slice(0, -16) + randomBytes(8).toString('hex').toUpperCase()

/** By default failed after six attempts. Returns the ids in the order of the times. */
export const plantDeliveries = async (
  { database, defaultOrganizationId }: Service,
  webhookId: string,
  times: number[],
  fields: Partial<Row> = {},
): Promise<string[]> => {
  const organization_id = fields.organization_id ?? (await defaultOrganizationId())
  const rows = times.map(
    (at): Row => ({
      id: idAt('dlv', at),
      organization_id,
      webhook_id: webhookId,
      event_id: idAt('evt', at),
      event: 'qpr_code.created',
      status: 'failed',
      attempts_count: 6,
      waits_used: 5,
      next_attempt_at: null,
      due_at: null,
      claim: null,
      last_status: 500,
      note: null,
      created_at: at,
      ...fields,
    }),
  )
  await database.transaction(async ({ db }) => {
    for (let i = 0; i < rows.length; i += 500) {
      const some = rows.slice(i, i + 500)
      await db.insertInto('events').values(some.map(eventOf)).execute()
      await db.insertInto('deliveries').values(some).execute()
    }
  })
  return rows.map(({ id }) => id)
}

const eventOf = ({ event_id: id, organization_id, event: type, created_at }: Row) => ({
  id,
  organization_id,
  type,
  body: JSON.stringify({ event: type, id, created_at: isoTime(created_at), data: {} }),
  created_at,
})

export const plantDelivery = async (
  service: Service,
  webhookId: string,
  fields: Partial<Row> & { at?: number } = {},
): Promise<string> => {
  const { at = Date.parse('2026-01-31T12:00:00Z'), ...columns } = fields
  const [id = ''] = await plantDeliveries(service, webhookId, [at], columns)
  return id
}

export const rowOf = async ({ database }: Service, id: string): Promise<Row> =>
  await database.db
    .selectFrom('deliveries')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
