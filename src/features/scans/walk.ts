import type { Db } from '../../platform/store/database.ts'
import { type Page, pageAt } from '../../platform/store/keyset.ts'
import type { MovingCodes } from '../../platform/store/moving-codes.ts'
import * as store from './scans.store.ts'

const stepSize = 1000

export const placeOf = ({ scanned_at, id }: { scanned_at: number; id: number }): store.Place => [
  scanned_at,
  id,
]

/** A page of a span, by index. */
export const pageOf = async (
  db: Db,
  span: store.Span,
  moving: MovingCodes,
  order: store.Order,
  page: Page<store.Place>,
): Promise<Head[]> => {
  if (moving.away.size > 0) return await pageAmidMoves(db, span, moving, order, page)
  return await pageAt(
    page,
    ({ after, offset, most: limit }) => store.places(db, span, order, after, { limit, offset }),
    placeOf,
  )
}

/**
 * Used while a code is moved or deleted: merges the scans of the organization, without those of
 * moving codes, with the scans of codes that have arrived, by time. This may skip a million rows.
 */
const pageAmidMoves = async (
  db: Db,
  span: store.Span,
  { away, here }: MovingCodes,
  order: store.Order,
  { after, offset, most }: Page<store.Place>,
): Promise<Head[]> => {
  const sources = [
    source(db, span, order, after, ({ code_id }) => !away.has(code_id)),
    ...here.map((codeId) => source(db, { ...span, scope: { codeId } }, order, after, () => true)),
  ]
  const heads = await Promise.all(sources.map(async (one) => (await one.next()).value))
  const page: Head[] = []
  for (let passed = 0; page.length < most; passed++) {
    const next = firstOf(heads, order)
    if (next === -1) break
    if (passed >= offset) page.push(heads[next] as Head)
    heads[next] = (await (sources[next] as AsyncGenerator<Head>).next()).value
  }
  return page
}

type Head = Awaited<ReturnType<typeof store.places>>[number]

const firstOf = (heads: (Head | undefined)[], order: store.Order): number => {
  let first = -1
  for (const [i, head] of heads.entries()) {
    const best = heads[first]
    if (!head) continue
    const isBefore =
      !best ||
      head.scanned_at < best.scanned_at ||
      (head.scanned_at === best.scanned_at && head.id < best.id)
    if (!best || isBefore === (order === 'asc')) first = i
  }
  return first
}

async function* source(
  db: Db,
  span: store.Span,
  order: store.Order,
  from: store.Place | null,
  isWanted: (row: Head) => boolean,
): AsyncGenerator<Head, undefined> {
  let after = from
  for (;;) {
    const rows = await store.places(db, span, order, after, { limit: stepSize })
    for (const row of rows) if (isWanted(row)) yield row
    const last = rows.at(-1)
    if (!last || rows.length < stepSize) return undefined
    after = placeOf(last)
    // Reading from SQLite is synchronous, so give other requests a turn.
    await new Promise(setImmediate)
  }
}
