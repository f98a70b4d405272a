import { sql } from 'kysely'
import { byEngine, type Db, type Engine } from './database.ts'
import { prepare } from './prepared.ts'
import type { Tables } from './tables.ts'

type ColumnType = 'text' | 'bigint' | 'bytea'

/**
 * Inserts many rows at once. PostgreSQL takes them as one array per column, in one round trip.
 * SQLite, which has no round trips, takes them one by one with a prepared statement. `onConflict`
 * says what happens to an existing row.
 */
export const prepareBulkInsert = <Row extends object>(
  table: keyof Tables & string,
  columns: { [Name in keyof Row & string]: ColumnType },
  onConflict = '',
) => {
  const names = Object.keys(columns) as (keyof Row & string)[]
  const conflict = sql.raw(onConflict)
  const columnList = sql.join(names.map((name) => sql.ref(name)))
  const insertOne = prepare<Row, never>((value) => {
    const values = sql.join(names.map((name) => value(name)))
    const insert = sql<never>`insert into ${sql.table(table)} (${columnList}) values (${values}) ${conflict}`
    return insert
  })
  const insertAll = prepare<Record<string, unknown[]>, never>((value) => {
    const arrays = names.map((name) => sql`${value(name)}::${sql.raw(columns[name])}[]`)
    const rows = sql`select * from unnest(${sql.join(arrays)})`
    const insert = sql<never>`insert into ${sql.table(table)} (${columnList}) ${rows} ${conflict}`
    return insert
  })

  return async (db: Db, engine: Engine, rows: Row[]) => {
    if (rows.length === 0) return
    await byEngine(engine, {
      sqlite: () => insertOne.forEach(db, rows),
      async postgres() {
        const columnOf = (name: keyof Row & string) => [name, rows.map((row) => row[name])]
        await insertAll(db, Object.fromEntries(names.map(columnOf)))
      },
    })
  }
}

/** Reads the rows with these ids: in one round trip, or one by one on SQLite. */
export const prepareByIds = <Row extends { id: string }>(
  table: keyof Tables & string,
  columns: readonly (keyof Row & string)[],
) => {
  const select = sql`select ${sql.join(columns.map((name) => sql.ref(name)))} from ${sql.table(table)}`
  const selectOne = prepare<{ id: string }, Row>(
    (value) => sql<Row>`${select} where id = ${value('id')}`,
  )
  const selectAll = prepare<{ ids: string[] }, Row>(
    (value) => sql<Row>`${select} where id = any(${value('ids')})`,
  )
  return async (db: Db, engine: Engine, ids: string[]): Promise<Row[]> => {
    if (ids.length === 0) return []
    return await byEngine(engine, {
      sqlite: () => each(ids, (id) => selectOne(db, { id })),
      postgres: () => selectAll(db, { ids }),
    })
  }
}

/**
 * Statements of one transaction that do not depend on each other's results: PostgreSQL gets them in
 * one packet. Waits for all of them even when one fails, so that none continues after the rollback.
 */
export const together = async <T extends readonly Promise<unknown>[]>(
  ...statements: T
): Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }> => {
  await Promise.allSettled(statements)
  return (await Promise.all(statements)) as { -readonly [I in keyof T]: Awaited<T[I]> }
}

/** Runs one statement for each item, and returns all rows. */
export const each = async <Item, Row>(
  items: Item[],
  statement: (item: Item) => Promise<Row[]>,
): Promise<Row[]> => (await together(...items.map(statement))).flat()
