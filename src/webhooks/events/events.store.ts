import { sql } from 'kysely'
import { countUpTo, mostCounted } from '../../storage/count-up-to.ts'
import type { Db } from '../../storage/database.ts'
import { passOver } from '../../storage/keyset.ts'

/** Events of one organization. Ids begin with their time, so a time span is a range of ids. */
export interface Span {
  organizationId: string
  fromId: string
  beforeId: string
}

const ofOrganization = (db: Db, organizationId: string) =>
  db.selectFrom('events').select('id').where('organization_id', '=', organizationId)

const inSpan = (db: Db, { organizationId, fromId, beforeId }: Span) =>
  ofOrganization(db, organizationId).where('id', '>=', fromId).where('id', '<', beforeId)

const common = 'scan.created'

/** A literal, because the partial index of the rare types does not match a parameter. */
const isRare = sql<boolean>`type <> ${sql.lit(common)}`

const wanted = (db: Db, span: Span, type: string | undefined) => {
  if (type === undefined) return inSpan(db, span)
  const ofType = inSpan(db, span).where('type', '=', type)
  return type === common ? ofType : ofType.where(isRare)
}

const countRare = async (db: Db, { organizationId, fromId, beforeId }: Span): Promise<number> => {
  // The limit prevents SQLite from reading the whole span for the few rare events.
  const rare = ofOrganization(db, organizationId).where(isRare).limit(Number.MAX_SAFE_INTEGER)
  const rareInSpan = db
    .selectFrom(rare.as('rare'))
    .select('rare.id')
    .where('rare.id', '>=', fromId)
    .where('rare.id', '<', beforeId)
  return await countUpTo(db, rareInSpan)
}

/** The number of matching events, at most `mostCounted`. */
export const count = async (db: Db, span: Span, type: string | undefined): Promise<number> => {
  if (type !== common) return await countUpTo(db, wanted(db, span, type).limit(mostCounted))
  // Subtracting the rare events from all needs only indexes.
  const others = await countRare(db, span)
  return (await countUpTo(db, inSpan(db, span).limit(mostCounted + others))) - others
}

/** The bodies, newest first, after a place or an offset. */
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
  // Selects only the ids first, so that skipped rows are not read.
  const from = start.after ?? after?.[0] ?? null
  const page = ids(from).limit(most).offset(start.offset)
  const rows = db
    .selectFrom('events')
    .select(['id', 'body'])
    .where('id', 'in', page)
    .orderBy('id', 'desc')
  // Repeats a condition: it lets PostgreSQL leave out the partitions of later months.
  return await (from === null ? rows : rows.where('id', '<', from)).execute()
}
