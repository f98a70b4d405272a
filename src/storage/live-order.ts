import { type RawBuilder, sql } from 'kysely'
import { byEngine, type Db, type Engine } from './database.ts'

/** A place in the order in which rows became visible: on PostgreSQL not quite that of their ids. */
export interface Cursor<Id> {
  writtenBy: number
  id: Id
}

/** Where a reader begins. `seen`: what stands above that place, and is not to be shown again. */
export interface Beginning<Id> {
  cursor: Cursor<Id>
  seen: Id[]
}

export interface LiveRow<Id> {
  id: Id
  written_by: number
}

interface Options<Id> {
  table: 'scans' | 'events'
  /** Below all ids. */
  lowest: Id
  /**
   * A row that becomes visible after one with this id has an id above the answer, whichever process
   * wrote it. Without such a bound every look would go through the whole table.
   */
  reachBelow: (id: Id) => Id
}

/**
 * For whoever follows a table live. On PostgreSQL ids are given out before their transactions
 * commit: nothing is shown of, or above, the oldest transaction that is still open. It may yet
 * commit a lower id, and whoever had passed it would miss it. SQLite has one writer.
 */
export const createLiveOrder = <Id>({ table, lowest, reachBelow }: Options<Id>) => {
  const id = sql.ref(`${table}.id`)
  const writtenBy = sql.ref(`${table}.written_by`)
  const isSettled = sql<boolean>`${writtenBy} < pg_snapshot_xmin(pg_current_snapshot())::text::bigint`

  const rows = async (
    db: Db,
    condition: RawBuilder<unknown>,
    order: RawBuilder<unknown> = id,
    most: number | null = null,
  ): Promise<LiveRow<Id>[]> => {
    const query = sql<LiveRow<Id>>`
      select ${id}, ${writtenBy} from ${sql.table(table)}
      where ${condition} order by ${order} ${most === null ? sql`` : sql`limit ${most}`}`
    return (await query.execute(db)).rows
  }

  return {
    isAfter: (engine: Engine, cursor: Cursor<Id>) =>
      byEngine(engine, {
        sqlite: () => sql<boolean>`${id} > ${cursor.id}`,
        postgres: () => sql<boolean>`(${id} > ${reachBelow(cursor.id)} and ${isSettled}
            and (${writtenBy}, ${id}) > (${cursor.writtenBy}, ${cursor.id}))`,
      }),

    order: (engine: Engine) =>
      byEngine(engine, { sqlite: () => sql`${id}`, postgres: () => sql`${writtenBy}, ${id}` }),

    /** Behind everything in this scope that can be seen now. */
    newest: (db: Db, engine: Engine, scope: RawBuilder<boolean>): Promise<Beginning<Id>> =>
      byEngine(engine, {
        async sqlite() {
          const [top] = await rows(db, scope, sql`${id} desc`, 1)
          return { cursor: cursorOf(top, lowest), seen: [] }
        },
        async postgres() {
          const settled = sql`${scope} and ${isSettled}`
          const [top] = await rows(db, settled, sql`${id} desc`, 1)
          const isRecent = sql`${id} > ${top ? reachBelow(top.id) : lowest}`
          const unsettled = await rows(db, sql`${scope} and ${isRecent} and not ${isSettled}`)
          const newestFirst = sql`${writtenBy} desc, ${id} desc`
          const [last] = await rows(db, sql`${settled} and ${isRecent}`, newestFirst, 1)
          return { cursor: cursorOf(last, lowest), seen: unsettled.map((row) => row.id) }
        },
      }),

    /** Behind a row that was seen, whether it is still there or not. */
    async behind(db: Db, scope: RawBuilder<boolean>, seenId: Id): Promise<Beginning<Id>> {
      const [row] = await rows(db, sql`${scope} and ${id} <= ${seenId}`, sql`${id} desc`, 1)
      return { cursor: { writtenBy: row?.written_by ?? 0, id: seenId }, seen: [] }
    },
  }
}

const cursorOf = <Id>(row: LiveRow<Id> | undefined, lowest: Id): Cursor<Id> => ({
  writtenBy: row?.written_by ?? 0,
  id: row?.id ?? lowest,
})
