import { type Clock, isoTime } from '../kit/clock.ts'
import { newId } from '../kit/ids.ts'
import { prepareBulkInsert } from '../storage/bulk.ts'
import type { Transaction } from '../storage/database.ts'
import type { Tables } from '../storage/tables.ts'

export type EventType = 'qpr_code.created' | 'scan.created'

export interface NewEvent {
  organizationId: string
  type: EventType
  data: object
}

export interface Outbox {
  /** An event is written in the transaction of its fact: neither can exist without the other. */
  add(tx: Transaction, events: NewEvent[]): Promise<void>
}

export const createOutbox = (clock: Clock): Outbox => ({
  async add({ db, engine }, events) {
    const now = clock.now()
    const rows = events.map((event) => asRow(event, now))
    await insertEvents(db, engine, rows)
  },
})

/** The body is made once, here: every delivery of this event sends these very bytes. */
const asRow = ({ organizationId, type, data }: NewEvent, now: number): Tables['events'] => {
  const id = newId('evt', now)
  const body = JSON.stringify({ event: type, id, created_at: isoTime(now), data })
  return { id, organization_id: organizationId, type, body, created_at: now }
}

const insertEvents = prepareBulkInsert<Tables['events']>('events', {
  id: 'text',
  organization_id: 'text',
  type: 'text',
  body: 'text',
  created_at: 'bigint',
})
