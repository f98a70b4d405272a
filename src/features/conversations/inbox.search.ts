import { mostCounted } from '../../platform/store/count-up-to.ts'
import type { Db } from '../../platform/store/database.ts'
import { type MovingCodes, movingCodes, nothingMoves } from '../../platform/store/moving-codes.ts'
import * as store from './inbox.store.ts'

const stepSize = 250

/** Codes that are being moved only matter when the filter covers a whole organization. */
export const movingIn = async (db: Db, filter: store.Filter): Promise<MovingCodes> =>
  filter.codeId === null ? await movingCodes(db, filter.organizationId) : nothingMoves

/**
 * Yields the places that match a filter and a condition, in steps. No index covers the condition,
 * and on SQLite a single query would block all other requests until it has read every row.
 * Conversations of codes that are being moved are read per code and merged by time.
 */
export async function* walk(
  db: Db,
  filter: store.Filter,
  condition: store.Condition,
  order: store.Order,
): AsyncGenerator<store.Place[]> {
  const { away, here } = await movingIn(db, filter)
  const first = steps(db, filter, condition, order, (row) => !away.has(row.code_id))
  if (here.length === 0) return yield* first
  const sources = [
    first,
    ...here.map((codeId) => steps(db, { ...filter, codeId }, condition, order, () => true)),
  ]
  yield* merged(sources.map(oneByOne), order)
}

async function* steps(
  db: Db,
  filter: store.Filter,
  condition: store.Condition,
  order: store.Order,
  isHere: (row: store.Step) => boolean,
): AsyncGenerator<store.Place[]> {
  let after: store.Place | null = null
  for (;;) {
    const step: store.Step[] = await store.step(db, filter, condition, {
      after,
      order,
      limit: stepSize,
    })
    yield step.filter((row) => row.is_found === 1 && isHere(row))
    after = step.at(-1) ?? null
    if (after === null || step.length < stepSize) return
    // Reading from SQLite is synchronous, so give other requests a turn.
    await new Promise(setImmediate)
  }
}

async function* oneByOne(source: AsyncGenerator<store.Place[]>) {
  for await (const places of source) yield* places
}

async function* merged(
  sources: AsyncGenerator<store.Place>[],
  order: store.Order,
): AsyncGenerator<store.Place[]> {
  const heads = await Promise.all(sources.map((source) => source.next()))
  let batch: store.Place[] = []
  for (;;) {
    const open = heads.flatMap((head, i) => (head.done ? [] : [{ place: head.value, i }]))
    const best = open.reduce<(typeof open)[number] | null>(
      (found, one) =>
        !found || isBefore(one.place, found.place) === (order === 'asc') ? one : found,
      null,
    )
    if (!best) break
    batch.push(best.place)
    heads[best.i] = await (sources[best.i] as AsyncGenerator<store.Place>).next()
    if (batch.length < stepSize) continue
    yield batch
    batch = []
  }
  yield batch
}

const isBefore = (a: store.Place, b: store.Place): boolean =>
  a.started_at === b.started_at ? a.id < b.id : (a.started_at as number) < (b.started_at as number)

/** A page of the matching conversations, newest first, and their total number. */
export const search = async (
  db: Db,
  filter: store.Filter,
  condition: store.Condition,
  { after, offset, most }: store.Page,
): Promise<{ page: store.Place[]; total: number }> => {
  const page: store.Place[] = []
  let total = 0
  let passed = 0
  for await (const places of walk(db, filter, condition, 'desc')) {
    total += places.length
    for (const place of places) {
      if (page.length >= most) break
      if (after && !isBefore(place, after)) continue
      passed += 1
      if (passed > offset) page.push(place)
    }
  }
  return { page, total: Math.min(total, mostCounted) }
}
