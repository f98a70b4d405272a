import { sql } from 'kysely'
import { countUpTo } from '../../storage/count-up-to.ts'
import type { Db } from '../../storage/database.ts'
import { passOver } from '../../storage/keyset.ts'

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

/** The bodies, newest first, behind a place or an offset. */
export const list = async (
  db: Db,
  span: Span,
  type: string | undefined,
  { after, offset, most }: { after: [string] | null; offset: number; most: number },
): Promise<{ id: string; body: string }[]> => {
  const ids = (from: string | null) => {
    const rest = from === null ? span : { ...span, beforeId: from }
    return wanted(db, rest, type).orderBy('id', 'desc')
  }
  const start = await passOver<string>(offset, async (from, passed) => {
    const row = await ids(from).limit(1).offset(passed).executeTakeFirst()
    return row?.id
  })
  if (!start) return []
  // The ids alone first: rows that are passed over need not be read.
  const page = ids(start.after ?? after?.[0] ?? null)
    .limit(most)
    .offset(start.offset)
  return await db
    .selectFrom('events')
    .select(['id', 'body'])
    .where('id', 'in', page)
    .orderBy('id', 'desc')
    .execute()
}
