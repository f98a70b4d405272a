import { sql } from 'kysely'
import { countUpTo } from '../storage/count-up-to.ts'
import type { Db } from '../storage/database.ts'

/** Events of one organization. Their ids begin with their time: a span of time is a range of ids. */
export interface Span {
  organizationId: string
  fromId: string
  beforeId: string
}

/** Counting a million events for each page would not do. */
const mostCounted = 100_000

const ofOrganization = (db: Db, organizationId: string) =>
  db.selectFrom('events').select('id').where('organization_id', '=', organizationId)

const inSpan = (db: Db, { organizationId, fromId, beforeId }: Span) =>
  ofOrganization(db, organizationId).where('id', '>=', fromId).where('id', '<', beforeId)

const common = 'scan.created'

/** In the very words of the index that they, and not the many scans, have. */
const isRare = sql<boolean>`type <> ${sql.lit(common)}`

const wanted = (db: Db, span: Span, type: string | undefined) => {
  if (type === undefined) return inSpan(db, span)
  const ofType = inSpan(db, span).where('type', '=', type)
  return type === common ? ofType : ofType.where(isRare)
}

const countRare = async (db: Db, { organizationId, fromId, beforeId }: Span): Promise<number> => {
  // The limit keeps SQLite from going through the whole span for the few that are rare.
  const rare = ofOrganization(db, organizationId).where(isRare).limit(Number.MAX_SAFE_INTEGER)
  const rareInSpan = db
    .selectFrom(rare.as('rare'))
    .select('rare.id')
    .where('rare.id', '>=', fromId)
    .where('rare.id', '<', beforeId)
  return await countUpTo(db, rareInSpan)
}

/** How many there are, up to `mostCounted`. */
export const count = async (db: Db, span: Span, type: string | undefined): Promise<number> => {
  if (type !== common) return await countUpTo(db, wanted(db, span, type).limit(mostCounted))
  // What the others leave: no row need be read for that.
  const others = await countRare(db, span)
  return (await countUpTo(db, inSpan(db, span).limit(mostCounted + others))) - others
}

/** The bodies, newest first. */
export const list = async (
  db: Db,
  span: Span,
  type: string | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> => {
  // The ids alone first: rows that are passed over need not be read.
  const page = wanted(db, span, type).orderBy('id', 'desc').limit(limit).offset(offset)
  const rows = await db
    .selectFrom('events')
    .select('body')
    .where('id', 'in', page)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ body }) => body)
}
