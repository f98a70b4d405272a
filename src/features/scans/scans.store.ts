import { type ExpressionBuilder, sql } from 'kysely'
import { dayMs } from '../../platform/kit/clock.ts'
import { countDeleted, type Db, type Engine } from '../../platform/store/database.ts'
import { behind, inOrder, sorted } from '../../platform/store/keyset.ts'
import { createLiveOrder, type LivePosition } from '../../platform/store/live-order.ts'
import { prepare } from '../../platform/store/prepared.ts'
import type { Tables } from '../../platform/store/tables.ts'
import {
  codeField,
  findStay,
  hasCode,
  isIn,
  type KnownScope,
  withinStay,
} from '../codes/stays.store.ts'

/** A code or an organization, and the time from `since` to before `until`. */
export interface Span {
  scope: KnownScope
  since: number
  until: number
}

const inSpan =
  ({ scope: { organizationId, code }, since: from, until: to }: Span) =>
  (scans: ExpressionBuilder<Tables, 'scans'>) => {
    const { since, until } = withinStay(code?.stay, from, to)
    return scans.and([
      code
        ? scans('scans.code_id', '=', code.id)
        : scans('scans.organization_id', '=', organizationId),
      scans('scans.scanned_at', '>=', since),
      scans('scans.scanned_at', '<', until),
      ...(code?.stay ? [isIn('scans', organizationId)] : []),
    ])
  }

/** With the organization: the code may have moved since the scans were found. */
const rows = (db: Db, organizationId: string) =>
  db
    .selectFrom('scans')
    .select([
      'scans.id',
      'scans.code_id',
      codeField('scans', 'short_id').as('short_id'),
      'scans.scanned_at',
      'scans.country',
      'scans.region',
      'scans.city',
      'scans.device',
      'scans.conversation_started',
      'scans.conversation_messages',
      codeField('scans', 'metadata').as('metadata'),
    ])
    .where(isIn('scans', organizationId))
    .where(hasCode('scans'))

export type ListedScan = Awaited<ReturnType<typeof listAt>>[number]

/** The position of a scan, ordered by time. */
export type Place = [scannedAt: number, id: number]

export type Order = 'asc' | 'desc'

export type FoundScan = Pick<Tables['scans'], 'scanned_at' | 'code_id'> & { id: number }

/** The next scans of a span after a place, from the index, with their codes. */
export const places = async (
  db: Db,
  span: Span,
  order: Order,
  after: Place | null,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<FoundScan[]> => {
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
export const listAt = async (db: Db, organizationId: string, scans: Located[], order: Order) => {
  // An empty `in ()` is a syntax error in PostgreSQL.
  if (scans.length === 0) return []
  const columns = [sorted('scans.scanned_at', order), sorted('scans.id', order)]
  return await rows(db, organizationId).where(isOneOf(scans)).orderBy(inOrder(columns)).execute()
}

/** PostgreSQL finds the partition of a scan by its time. */
interface Located {
  id: number
  scanned_at: number
}

const isOneOf = (scans: Located[]) => (row: ExpressionBuilder<Tables, 'scans'>) => {
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
  scope: KnownScope,
  after: LivePosition<number>,
  limit: number,
) =>
  await rows(db, scope.organizationId)
    .select('scans.written_by')
    .where(inSpan({ scope, since: 0, until: Number.MAX_SAFE_INTEGER }))
    .where(live.isAfter(engine, after))
    .orderBy(live.order(engine))
    .limit(limit)
    .execute()

const ofScope = ({ organizationId, code }: KnownScope) =>
  code
    ? sql<boolean>`scans.code_id = ${code.id}`
    : sql<boolean>`scans.organization_id = ${organizationId}`

export const newestPlace = (db: Db, engine: Engine, scope: KnownScope) =>
  live.newest(db, engine, ofScope(scope))

export const placeBehind = (db: Db, scope: KnownScope, scanId: number) =>
  live.behind(db, ofScope(scope), scanId)

/**
 * Deletes in small steps; the sums stay. Ids and times rise together, so old rows are among the
 * first ids. No index of times is needed, and no step reads the whole table.
 */
export const deleteOld = async (db: Db, before: number, maximum: number): Promise<number> => {
  const first = await db
    .selectFrom('scans')
    .select(['id', 'scanned_at'])
    .orderBy('id')
    .limit(4 * maximum)
    .execute()
  const old = first.filter(({ scanned_at }) => scanned_at < before).slice(0, maximum)
  return await deleteAt(db, old)
}

export const deleteAt = async (db: Db, scans: Located[]): Promise<number> =>
  scans.length === 0 ? 0 : await countDeleted(db.deleteFrom('scans').where(isOneOf(scans)))

/** The time of the oldest scan; null without scans. */
export const oldestAt = async (db: Db, scope: KnownScope): Promise<number | null> => {
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
  maximum: number,
): Promise<number> => {
  const old = await db
    .selectFrom('scans')
    .select(['id', 'scanned_at'])
    .where('organization_id', '=', organizationId)
    .where('scanned_at', '<', before)
    .orderBy('scanned_at')
    .limit(maximum)
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

const findScope = prepare<{ codeId: string; organizationId: string }, { scope_id: string }>(
  (value, db) =>
    db
      .selectFrom('codes')
      .select(sql<string>`coalesce(scope_id, id)`.as('scope_id'))
      .where('id', '=', value('codeId'))
      .where('organization_id', '=', value('organizationId'))
      // The code must not be deleted before this is counted.
      .forKeyShare(),
)

/**
 * The scopes that count the conversations of a code in an organization, also after the code has
 * moved away. Undefined when the code is deleted.
 */
export const scopesOfCode = async (
  db: Db,
  codeId: string,
  organizationId: string,
): Promise<string[] | undefined> => {
  const [code] = await findScope(db, { codeId, organizationId })
  const scopeId = code?.scope_id ?? (await findStay(db, codeId, organizationId))?.scopeId
  return scopeId === undefined ? undefined : [scopeId, organizationId]
}
