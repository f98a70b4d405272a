import { type RawBuilder, sql } from 'kysely'
import { byEngine, type Db, type Engine } from './database.ts'

/**
 * A position in the order in which rows became visible, which on PostgreSQL can differ from the
 * order of their ids.
 */
export interface LivePosition<Id> {
  writtenBy: number
  id: Id
}

/** The starting position of a reader. `seen` are the rows above it that must not be sent again. */
export interface Beginning<Id> {
  cursor: LivePosition<Id>
  seen: Id[]
}

export interface LiveRow<Id> {
  id: Id
  written_by: number
}

interface Options<Id> {
  table: 'scans' | 'events'
  /** Lower than all ids. */
  lowest: Id
  /**
   * A lower bound for the ids of rows that become visible after a row with this id, in any process.
   * Without such a bound every read would scan the whole table.
   */
  reachBelow: (id: Id) => Id
  /**
   * The newest id of all organizations on PostgreSQL, without reading the table. Without it, the
   * newest row of the scope is read, for which the table needs an index.
   */
  newestId?: RawBuilder<Id>
}

/**
 * Orders the rows of a table for live streams. PostgreSQL assigns ids before transactions commit,
 * so nothing from the oldest open transaction on is shown: it may still commit a lower id, which a
 * reader further on would miss. SQLite has a single writer.
 */
export const createLiveOrder = <Id>({ table, lowest, reachBelow, newestId }: Options<Id>) => {
  const id = sql.ref(`${table}.id`)
  const writtenBy = sql.ref(`${table}.written_by`)
  const isSettled = sql<boolean>`${writtenBy} < pg_snapshot_xmin(pg_current_snapshot())::text::bigint`

  const rows = async (
    db: Db,
    condition: RawBuilder<unknown>,
    order: RawBuilder<unknown> = id,
    maximum: number | null = null,
  ): Promise<LiveRow<Id>[]> => {
    const query = sql<LiveRow<Id>>`
      select ${id}, ${writtenBy} from ${sql.table(table)}
      where ${condition} order by ${order} ${maximum === null ? sql`` : sql`limit ${maximum}`}`
    return (await query.execute(db)).rows
  }

  /** The end of the settled rows, and the rows above it that are visible already. */
  const afterNewestId = async (
    db: Db,
    scope: RawBuilder<boolean>,
    newest: RawBuilder<Id>,
  ): Promise<Beginning<Id>> => {
    const { rows: found } = await sql<LiveRow<Id>>`
      select ${newest} as id,
             pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1 as written_by`.execute(db)
    const cursor = cursorOf(found[0], lowest)
    const isAbove = sql`${id} > ${reachBelow(cursor.id)} and ${writtenBy} > ${cursor.writtenBy}`
    const visible = await rows(db, sql`${scope} and ${isAbove}`)
    return { cursor, seen: visible.map((row) => row.id) }
  }

  return {
    isAfter: (engine: Engine, cursor: LivePosition<Id>) =>
      byEngine(engine, {
        sqlite: () => sql<boolean>`${id} > ${cursor.id}`,
        postgres: () => sql<boolean>`(${id} > ${reachBelow(cursor.id)} and ${isSettled}
            and (${writtenBy}, ${id}) > (${cursor.writtenBy}, ${cursor.id}))`,
      }),

    order: (engine: Engine) =>
      byEngine(engine, { sqlite: () => sql`${id}`, postgres: () => sql`${writtenBy}, ${id}` }),

    /** The position after all rows of this scope that are visible now. */
    newest: (db: Db, engine: Engine, scope: RawBuilder<boolean>): Promise<Beginning<Id>> =>
      byEngine(engine, {
        async sqlite() {
          // Ids are in the order of commits, so the newest row of any scope is as good.
          const [top] = await rows(db, newestId ? sql`true` : scope, sql`${id} desc`, 1)
          return { cursor: cursorOf(top, lowest), seen: [] }
        },
        async postgres() {
          if (newestId) return await afterNewestId(db, scope, newestId)
          const settled = sql`${scope} and ${isSettled}`
          const [top] = await rows(db, settled, sql`${id} desc`, 1)
          const isRecent = sql`${id} > ${top ? reachBelow(top.id) : lowest}`
          const unsettled = await rows(db, sql`${scope} and ${isRecent} and not ${isSettled}`)
          const newestFirst = sql`${writtenBy} desc, ${id} desc`
          const [last] = await rows(db, sql`${settled} and ${isRecent}`, newestFirst, 1)
          return { cursor: cursorOf(last, lowest), seen: unsettled.map((row) => row.id) }
        },
      }),

    /** The position after a received row, even if that row has been deleted. */
    async behind(db: Db, scope: RawBuilder<boolean>, seenId: Id): Promise<Beginning<Id>> {
      const isBelow = sql`${id} <= ${seenId} and ${id} > ${reachBelow(seenId)}`
      const [row] = await rows(db, sql`${scope} and ${isBelow}`, sql`${id} desc`, 1)
      return { cursor: { writtenBy: row?.written_by ?? 0, id: seenId }, seen: [] }
    },
  }
}

const cursorOf = <Id>(row: LiveRow<Id> | undefined, lowest: Id): LivePosition<Id> => ({
  writtenBy: row?.written_by ?? 0,
  id: row?.id ?? lowest,
})
