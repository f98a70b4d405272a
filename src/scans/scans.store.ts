import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, Engine } from '../storage/database.ts'
import { type Cursor, createLiveOrder } from '../storage/live-order.ts'
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
  // From where the last page ended: the index would be read from the beginning for each.
  const rest = after ? { ...span, since: after.scannedAt } : span
  const next = rows(db).where(inSpan(rest)).orderBy('scans.scanned_at').orderBy('scans.id')
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

/** Ids are given out a few at a time: those of transactions that overlap are no further apart. */
const maxOverlap = 100_000

const live = createLiveOrder<number>({
  table: 'scans',
  lowest: 0,
  reachBelow: (id) => id - maxOverlap,
})

/** For whoever follows live. */
export const listLive = async (
  db: Db,
  engine: Engine,
  scope: Span['scope'],
  after: Cursor<number>,
  limit: number,
) =>
  await rows(db)
    .select('scans.written_by')
    .where(inSpan({ scope, since: 0, until: Number.MAX_SAFE_INTEGER }))
    .where(live.isAfter(engine, after))
    .orderBy(live.order(engine))
    .limit(limit)
    .execute()

const everything = sql<boolean>`true`

export const newestPlace = (db: Db, engine: Engine) => live.newest(db, engine, everything)

export const placeBehind = (db: Db, scanId: number) => live.behind(db, everything, scanId)

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

/** When the oldest that is kept happened; null where there is none. */
export const oldestAt = async (db: Db, scope: Span['scope']): Promise<number | null> => {
  const oldest = await db
    .selectFrom('scans')
    .select('scanned_at')
    .where(inSpan({ scope, since: 0, until: Number.MAX_SAFE_INTEGER }))
    .orderBy('scanned_at')
    .limit(1)
    .executeTakeFirst()
  return oldest?.scanned_at ?? null
}

/** Of one organization, the oldest first. */
export const deleteOldOf = async (
  db: Db,
  organizationId: string,
  before: number,
  most: number,
): Promise<number> => {
  const old = db
    .selectFrom('scans')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('scanned_at', '<', before)
    .orderBy('scanned_at')
    .limit(most)
  const { numDeletedRows } = await db.deleteFrom('scans').where('id', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Whether these were the first messages after a scan; undefined when there is no such scan. */
export const countMessages = async (db: Db, scanId: number, messages: number) => {
  const scan = await db
    .updateTable('scans')
    .set((row) => ({
      conversation_started: 1,
      conversation_messages: row('conversation_messages', '+', messages),
    }))
    .where('id', '=', scanId)
    .returning(['code_id', 'organization_id', 'scanned_at', 'conversation_messages'])
    .executeTakeFirst()
  return scan && { ...scan, isFirst: scan.conversation_messages === messages }
}
