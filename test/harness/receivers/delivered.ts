import assert from 'node:assert/strict'
import { createLog } from '../../../src/platform/kit/log.ts'
import { openDatabase } from '../../../src/platform/store/open.ts'

interface Books {
  committed: Set<string>
  pending: Set<string>
  succeeded: Set<string>
}

/** The events of the only webhook of a test, from the database. */
const readBooks = async (databaseUrl: string): Promise<Books> => {
  const database = openDatabase(databaseUrl, createLog('silent'))
  try {
    const events = await database.db.selectFrom('events').select('id').execute()
    const rows = await database.db.selectFrom('deliveries').select(['event_id', 'status']).execute()
    const inStatus = (status: string) =>
      new Set(rows.filter((row) => row.status === status).map((row) => row.event_id))
    return {
      committed: new Set(events.map(({ id }) => id)),
      pending: inStatus('pending'),
      succeeded: inStatus('succeeded'),
    }
  } finally {
    await database.close()
  }
}

const missing = (from: Set<string>, ...others: Set<string>[]) =>
  [...from].filter((id) => !others.some((other) => other.has(id)))

/**
 * Delivered ∪ pending = committed: each event has reached the receiver or is still pending, and
 * only committed events reached it. `received` are the bodies.
 */
export const assertNoEventLost = async (databaseUrl: string, received: string[]) => {
  const { committed, pending, succeeded } = await readBooks(databaseUrl)
  const delivered = new Set(received.map((body): string => JSON.parse(body).id))
  assert.deepEqual(missing(committed, delivered, pending), [], 'committed, and lost')
  assert.deepEqual(missing(delivered, committed), [], 'delivered, and never committed')
  assert.deepEqual(missing(succeeded, delivered), [], 'settled, and never delivered')
  const bodies = new Map<string, string>()
  for (const body of received) {
    const { id } = JSON.parse(body)
    assert.equal(bodies.get(id) ?? body, body, 'a duplicate has the same bytes')
    bodies.set(id, body)
  }
  return { committed: committed.size, pending: pending.size, delivered: delivered.size }
}
