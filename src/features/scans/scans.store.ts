import { type ExpressionBuilder, sql } from 'kysely'
import { dayMs } from '../../platform/kit/clock.ts'
import { countDeleted, type Db, type Engine } from '../../platform/store/database.ts'
import { behind, inOrder, sorted } from '../../platform/store/keyset.ts'
import { type Cursor, createLiveOrder } from '../../platform/store/live-order.ts'
import { prepare } from '../../platform/store/prepared.ts'
import type { Tables } from '../../platform/store/tables.ts'

/** A code or an organization, and the time from `since` to before `until`. */
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

export type ListedScan = Awaited<ReturnType<typeof listAt>>[number]

/** The position of a scan, ordered by time. */
export type Place = [scannedAt: number, id: number]

export type Order = 'asc' | 'desc'

/** The next scans of a span after a place, from the index, with their codes. */
export const places = async (
  db: Db,
  span: Span,
  order: Order,
  after: Place | null,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<{ id: number; scanned_at: number; code_id: string }[]> => {
  const columns = [sorted('scans.scanned_at', order), sorted('scans.id', order)]
  const next = db
    .selectFrom('scans')
    .select(['scans.id', 'scans.scanned_at', 'scans.code_id'])
    .where(inSpan(span))
    .orderBy(inOrder(columns))
    .limit(limit)
    .offset(offset)
  return await (after ? next.where(behind(columns, after)) : next).execute()
}

/** These scans in this order, without those of deleted codes. */
export const listAt = async (db: Db, scans: Located[], order: Order) => {
  // An empty `in ()` is a syntax error in PostgreSQL.
  if (scans.length === 0) return []
  const columns = [sorted('scans.scanned_at', order), sorted('scans.id', order)]
  return await rows(db).where(isOneOf(scans)).orderBy(inOrder(columns)).execute()
}

/** PostgreSQL finds the partition of a scan by its time. */
interface Located {
  id: number
  scanned_at: number
}

export const isOneOf = (scans: Located[]) => (row: ExpressionBuilder<Tables, 'scans'>) => {
  const times = scans.map(({ scanned_at }) => scanned_at)
  return row.and([
    row(
      'scans.id',
      'in',
      scans.map(({ id }) => id),
    ),
    row('scans.scanned_at', '>=', Math.min(...times)),
    row('scans.scanned_at', '<=', Math.max(...times)),
  ])
}

export const count = async (db: Db, span: Span, withoutCodes: string[] = []): Promise<number> => {
  const all = db
    .selectFrom('scans')
    .select((scan) => scan.fn.countAll<number>().as('total'))
    .where(inSpan(span))
  const { total } = await (withoutCodes.length === 0
    ? all
    : all.where('scans.code_id', 'not in', withoutCodes)
  ).executeTakeFirstOrThrow()
  return Number(total)
}

/** The maximum distance between the ids of overlapping transactions. */
const maxOverlap = 100_000

const live = createLiveOrder<number>({
  table: 'scans',
  lowest: 0,
  reachBelow: (id) => id - maxOverlap,
  newestId: sql`coalesce(
    pg_sequence_last_value(pg_get_serial_sequence('scans', 'id')::regclass), 0)`,
})

/** For live streams. */
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
    // Excludes rows of a code that has moved to another organization.
    .whereRef('codes.organization_id', '=', 'scans.organization_id')
    .where(live.isAfter(engine, after))
    .orderBy(live.order(engine))
    .limit(limit)
    .execute()

const ofScope = (scope: Span['scope']) =>
  'codeId' in scope
    ? sql<boolean>`scans.code_id = ${scope.codeId}`
    : sql<boolean>`scans.organization_id = ${scope.organizationId}`

export const newestPlace = (db: Db, engine: Engine, scope: Span['scope']) =>
  live.newest(db, engine, ofScope(scope))

export const placeBehind = (db: Db, scope: Span['scope'], scanId: number) =>
  live.behind(db, ofScope(scope), scanId)

export const organizationOfCode = async (db: Db, codeId: string): Promise<string | null> => {
  const code = await db
    .selectFrom('codes')
    .select('organization_id')
    .where('id', '=', codeId)
    .executeTakeFirst()
  return code?.organization_id ?? null
}

/**
 * Deletes in small steps; the sums stay. Ids and times rise together, so old rows are among the
 * first ids. No index of times is needed, and no step reads the whole table.
 */
export const deleteOld = async (db: Db, before: number, most: number): Promise<number> => {
  const first = await db
    .selectFrom('scans')
    .select(['id', 'scanned_at'])
    .orderBy('id')
    .limit(4 * most)
    .execute()
  const old = first.filter(({ scanned_at }) => scanned_at < before).slice(0, most)
  return await deleteAt(db, old)
}

export const deleteAt = async (db: Db, scans: Located[]): Promise<number> =>
  scans.length === 0 ? 0 : await countDeleted(db.deleteFrom('scans').where(isOneOf(scans)))

/** The time of the oldest scan; null without scans. */
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

/**
 * Of one organization, oldest first. Both statements name the organization and the time, so that
 * each reads one range of one index, however many scans others have.
 */
export const deleteOldOf = async (
  db: Db,
  organizationId: string,
  before: number,
  most: number,
): Promise<number> => {
  const old = await db
    .selectFrom('scans')
    .select(['id', 'scanned_at'])
    .where('organization_id', '=', organizationId)
    .where('scanned_at', '<', before)
    .orderBy('scanned_at')
    .limit(most)
    .execute()
  if (old.length === 0) return 0
  return await countDeleted(
    db.deleteFrom('scans').where('organization_id', '=', organizationId).where(isOneOf(old)),
  )
}

/**
 * Whether these were the first messages after a scan. Undefined when the scan does not exist.
 * Nearly always it is about as old as its conversation, so that PostgreSQL looks in one partition; a
 * page that stayed open for days is looked up in all of them.
 */
export const countMessages = async (
  db: Db,
  { scanId, talkedAt }: { scanId: number; talkedAt: number },
  messages: number,
) => {
  const counting = db
    .updateTable('scans')
    .set((row) => ({
      conversation_started: 1,
      conversation_messages: row('conversation_messages', '+', messages),
    }))
    .where('id', '=', scanId)
    .returning(['scanned_at', 'conversation_messages'])
  const scan =
    (await counting
      .where('scanned_at', '>', talkedAt - dayMs)
      .where('scanned_at', '<', talkedAt + dayMs)
      .executeTakeFirst()) ?? (await counting.executeTakeFirst())
  return scan && { scanned_at: scan.scanned_at, isFirst: scan.conversation_messages === messages }
}

const findScopes = prepare<
  { codeId: string },
  { organization_id: string; scope_id: string | null }
>((value, db) =>
  db
    .selectFrom('codes')
    .select(['organization_id', 'scope_id'])
    .where('id', '=', value('codeId'))
    // The code must not move before this is counted.
    .forKeyShare(),
)

/** The scopes that count a code, by its current place. Undefined when the code does not exist. */
export const scopesOfCode = async (db: Db, codeId: string): Promise<string[] | undefined> => {
  const [code] = await findScopes(db, { codeId })
  return code && [code.scope_id ?? codeId, code.organization_id]
}
