import type { Db } from '../../platform/store/database.ts'
import { type Page, pageAt } from '../../platform/store/keyset.ts'
import * as store from './scans.store.ts'

const stepSize = 1000

export const placeOf = ({ scanned_at, id }: { scanned_at: number; id: number }): store.Place => [
  scanned_at,
  id,
]

type Head = Awaited<ReturnType<typeof store.places>>[number]

/** A page of a span, by index, without the codes that are being deleted. */
export const pageOf = async (
  db: Db,
  span: store.Span,
  deleted: ReadonlySet<string>,
  order: store.Order,
  page: Page<store.Place>,
): Promise<Head[]> => {
  if (deleted.size > 0) return await pageWithout(db, span, deleted, order, page)
  return await pageAt(
    page,
    ({ after, offset, maximum: limit }) => store.places(db, span, order, after, { limit, offset }),
    placeOf,
  )
}

/** Reads in steps, because this may skip a million scans. */
const pageWithout = async (
  db: Db,
  span: store.Span,
  deleted: ReadonlySet<string>,
  order: store.Order,
  { after: from, offset, maximum }: Page<store.Place>,
): Promise<Head[]> => {
  const page: Head[] = []
  let after = from
  let left = offset
  for (;;) {
    const rows = await store.places(db, span, order, after, { limit: stepSize })
    const shown = rows.filter(({ code_id }) => !deleted.has(code_id))
    page.push(...shown.slice(left))
    left = Math.max(0, left - shown.length)
    const last = rows.at(-1)
    if (!last || rows.length < stepSize || page.length >= maximum) return page.slice(0, maximum)
    after = placeOf(last)
    // Reading from SQLite is synchronous, so give other requests a turn.
    await new Promise(setImmediate)
  }
}
