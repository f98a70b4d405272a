import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Db, Engine } from '../storage/database.ts'
import type { Tables } from '../storage/tables.ts'

/** A code or an organization, and a span of time: from `since` to before `until`. */
export interface Span {
  scope: { codeId: string } | { organizationId: string }
  since: number
  until: number
}

const inSpan =
  ({ scope, since, until }: Span) =>
  (scans: ExpressionBuilder<Tables, 'scans'>) =>
    scans.and([
      'codeId' in scope
        ? scans('scans.code_id', '=', scope.codeId)
        : scans('scans.organization_id', '=', scope.organizationId),
      scans('scans.scanned_at', '>=', since),
      scans('scans.scanned_at', '<', until),
    ])

const rows = (db: Db) =>
  db
    .selectFrom('scans')
    .innerJoin('codes', 'codes.id', 'scans.code_id')
    .innerJoin('code_contents', 'code_contents.code_id', 'scans.code_id')
    .select([
      'scans.id',
      'scans.code_id',
      'codes.short_id',
      'scans.scanned_at',
      'scans.country',
      'scans.region',
      'scans.city',
      'scans.device',
      'scans.conversation_started',
      'scans.conversation_messages',
      'code_contents.metadata',
    ])

export type ListedScan = Awaited<ReturnType<typeof list>>[number]

/** Newest first. */
export const list = async (db: Db, span: Span, limit: number, offset: number) =>
  await rows(db)
    .where(inSpan(span))
    .orderBy('scans.scanned_at', 'desc')
    .orderBy('scans.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

/** The next scans of an export, oldest first, after the last one that was written. */
export const listAfter = async (
  db: Db,
  span: Span,
  after: { scannedAt: number; id: number } | null,
  limit: number,
): Promise<ListedScan[]> => {
  const next = rows(db).where(inSpan(span)).orderBy('scans.scanned_at').orderBy('scans.id')
  const page = after
    ? next.where((scan) =>
        scan.or([
          scan('scans.scanned_at', '>', after.scannedAt),
          scan.and([
            scan('scans.scanned_at', '=', after.scannedAt),
            scan('scans.id', '>', after.id),
          ]),
        ]),
      )
    : next
  return await page.limit(limit).execute()
}

export const count = async (db: Db, span: Span): Promise<number> => {
  const { total } = await db
    .selectFrom('scans')
    .select((scan) => scan.fn.countAll<number>().as('total'))
    .where(inSpan(span))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** A place in the order in which scans became visible: on PostgreSQL not quite that of their ids. */
export interface Cursor {
  writtenBy: number
  id: number
}

/** Ids are given out a few at a time: those of transactions that overlap are no further apart. */
const maxOverlap = 100_000

/**
 * For whoever follows live. On PostgreSQL nothing of, or above, the oldest transaction that is still
 * open: it may yet commit a lower id, and whoever had passed it would miss it.
 */
export const listLive = async (
  db: Db,
  engine: Engine,
  scope: Span['scope'],
  { writtenBy, id }: Cursor,
  limit: number,
) =>
  await settled(
    engine,
    rows(db)
      .select('scans.written_by')
      .where(inSpan({ scope, since: 0, until: Number.MAX_SAFE_INTEGER }))
      .where('scans.id', '>', id - maxOverlap)
      .where((scan) =>
        scan.or([
          scan('scans.written_by', '>', writtenBy),
          scan.and([scan('scans.written_by', '=', writtenBy), scan('scans.id', '>', id)]),
        ]),
      ),
  )
    .orderBy('scans.written_by')
    .orderBy('scans.id')
    .limit(limit)
    .execute()

const isSettled = sql<boolean>`scans.written_by < pg_snapshot_xmin(pg_current_snapshot())::text::bigint`

const settled = <Query extends { where(condition: RawBuilder<boolean>): Query }>(
  engine: Engine,
  query: Query,
): Query => (engine === 'postgres' ? query.where(isSettled) : query)

const cursors = (db: Db) => db.selectFrom('scans').select(['scans.id', 'scans.written_by'])

/** Behind everything that can be seen now; `seen` are those that still stand above the cursor. */
export const newestCursor = async (
  db: Db,
  engine: Engine,
): Promise<{ cursor: Cursor; seen: number[] }> => {
  const [top] = await cursors(db).orderBy('scans.id', 'desc').limit(1).execute()
  if (!top) return { cursor: { writtenBy: 0, id: 0 }, seen: [] }
  const recent = cursors(db).where('scans.id', '>', top.id - maxOverlap)
  const unsettled =
    engine === 'postgres' ? await recent.where(sql<boolean>`not ${isSettled}`).execute() : []
  const [newest] = await settled(engine, recent)
    .orderBy('scans.written_by', 'desc')
    .orderBy('scans.id', 'desc')
    .limit(1)
    .execute()
  return {
    cursor: { writtenBy: newest?.written_by ?? 0, id: newest?.id ?? 0 },
    seen: unsettled.map(({ id }) => id),
  }
}

/** Behind a scan that was seen, whether it is still there or not. */
export const cursorAt = async (db: Db, id: number): Promise<Cursor> => {
  const [seen] = await cursors(db)
    .where('scans.id', '<=', id)
    .orderBy('scans.id', 'desc')
    .limit(1)
    .execute()
  return { writtenBy: seen?.written_by ?? 0, id }
}

export const organizationOfCode = async (db: Db, codeId: string): Promise<string | null> => {
  const code = await db
    .selectFrom('codes')
    .select('organization_id')
    .where('id', '=', codeId)
    .executeTakeFirst()
  return code?.organization_id ?? null
}

/** In small steps; the sums stay. */
export const deleteOld = async (db: Db, before: number, most: number): Promise<number> => {
  const old = db
    .selectFrom('scans')
    .select('id')
    .where('scanned_at', '<', before)
    .orderBy('id')
    .limit(most)
  const { numDeletedRows } = await db.deleteFrom('scans').where('id', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}
