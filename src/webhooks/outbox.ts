import { type Clock, isoTime } from '../kit/clock.ts'
import { newId } from '../kit/ids.ts'
import type { Transaction } from '../storage/database.ts'
import { prepare } from '../storage/prepared.ts'
import type { Tables } from '../storage/tables.ts'

export interface Outbox {
  /** An event is written in the transaction of its fact: neither can exist without the other. */
  add(tx: Transaction, organizationId: string, type: EventType, data: object): Promise<void>
}

export type EventType = 'qpr_code.created'

export const createOutbox = (clock: Clock): Outbox => ({
  async add({ db }, organizationId, type, data) {
    const now = clock.now()
    const id = newId('evt', now)
    // Made once, here: every delivery of this event sends these very bytes.
    const body = JSON.stringify({ event: type, id, created_at: isoTime(now), data })
    await insertEvent(db, { id, organization_id: organizationId, type, body, created_at: now })
  },
})

const insertEvent = prepare<Tables['events'], never>((db, value) =>
  db.insertInto('events').values({
    id: value('id'),
    organization_id: value('organization_id'),
    type: value('type'),
    body: value('body'),
    created_at: value('created_at'),
  }),
)
