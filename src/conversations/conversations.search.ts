import type { Db } from '../storage/database.ts'
import * as store from './conversations.store.ts'

const stepSize = 250

/**
 * The ids of a filter, or of those among them that are as wanted, step by step. No index helps with
 * that, and on SQLite nobody else would be served until it has read everything.
 */
export async function* walk(
  db: Db,
  filter: store.Filter,
  condition: store.Condition,
  order: store.Order,
): AsyncGenerator<string[]> {
  let after: store.Place | null = null
  for (;;) {
    const step = await store.step(db, filter, condition, { after, order, limit: stepSize })
    yield step.filter(({ is_found }) => is_found === 1).map(({ id }) => id)
    after = step.at(-1) ?? null
    if (after === null || step.length < stepSize) return
    // Let others have their turn: on SQLite reading does not wait by itself.
    await new Promise(setImmediate)
  }
}

/** A page of those that are as wanted, newest first, and how many there are. */
export const search = async (
  db: Db,
  filter: store.Filter,
  condition: store.Condition,
  { limit, offset }: { limit: number; offset: number },
) => {
  const page: string[] = []
  let total = 0
  for await (const ids of walk(db, filter, condition, 'desc')) {
    const first = Math.max(0, offset - total)
    page.push(...ids.slice(first, Math.max(0, offset + limit - total)))
    total += ids.length
  }
  return {
    rows: await store.listByIds(db, page),
    total: Math.min(total, store.mostCounted),
  }
}
