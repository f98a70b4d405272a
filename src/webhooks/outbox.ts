import { type Clock, isoTime } from '../kit/clock.ts'
import { newId } from '../kit/ids.ts'
import type { Transaction } from '../storage/database.ts'

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
    await db
      .insertInto('events')
      .values({ id, organization_id: organizationId, type, body, created_at: now })
      .execute()
  },
})
