import type { Db } from '../../platform/store/database.ts'
import { maxCounted } from '../../platform/store/keyset.ts'
import { codesInDeletion } from '../codes/stays.store.ts'
import * as store from './inbox.store.ts'

const stepSize = 250

/** The codes that are being deleted, whose conversations are not listed. */
export const deletedIn = async (
  db: Db,
  { organizationId, codeId }: store.Filter,
): Promise<ReadonlySet<string>> => {
  const deleted = codeId === null ? await codesInDeletion(db, organizationId) : []
  return new Set(deleted.map(({ code_id }) => code_id))
}

/**
 * Yields the places that match a filter and a condition, in steps. No index covers the condition,
 * and on SQLite a single query would block all other requests until it has read every row.
 */
export async function* walk(
  db: Db,
  filter: store.Filter,
  condition: store.Condition,
  order: store.Order,
): AsyncGenerator<store.Place[]> {
  const deleted = await deletedIn(db, filter)
  let after: store.Place | null = null
  for (;;) {
    const step: store.Step[] = await store.step(db, filter, condition, {
      after,
      order,
      limit: stepSize,
    })
    yield step.filter((row) => row.is_found === 1 && !deleted.has(row.code_id))
    after = step.at(-1) ?? null
    if (after === null || step.length < stepSize) return
    // Reading from SQLite is synchronous, so give other requests a turn.
    await new Promise(setImmediate)
  }
}

const isBefore = (a: store.Place, b: store.Place): boolean =>
  a.started_at === b.started_at ? a.id < b.id : (a.started_at as number) < (b.started_at as number)

/** A page of the matching conversations, newest first, and their total number. */
export const search = async (
  db: Db,
  filter: store.Filter,
  condition: store.Condition,
  { after, offset, maximum }: store.Page,
): Promise<{ page: store.Place[]; total: number }> => {
  const page: store.Place[] = []
  let total = 0
  let passed = 0
  for await (const places of walk(db, filter, condition, 'desc')) {
    total += places.length
    for (const place of places) {
      if (page.length >= maximum) break
      if (after && !isBefore(place, after)) continue
      passed += 1
      if (passed > offset) page.push(place)
    }
  }
  return { page, total: Math.min(total, maxCounted) }
}
