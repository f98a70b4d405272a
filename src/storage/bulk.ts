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
  const insertOne = prepare<Row, never>((db, value) => {
    const values = sql.join(names.map((name) => value(name)))
    const insert = sql<never>`insert into ${sql.table(table)} (${columnList}) values (${values}) ${conflict}`
    return { compile: () => insert.compile(db) }
  })
  const insertAll = prepare<Record<string, unknown[]>, never>((db, value) => {
    const arrays = names.map((name) => sql`${value(name)}::${sql.raw(columns[name])}[]`)
    const rows = sql`select * from unnest(${sql.join(arrays)})`
    const insert = sql<never>`insert into ${sql.table(table)} (${columnList}) ${rows} ${conflict}`
    return { compile: () => insert.compile(db) }
  })

  return async (db: Db, engine: Engine, rows: Row[]) => {
    if (rows.length === 0) return
    await byEngine(engine, {
      async sqlite() {
        for (const row of rows) await insertOne(db, row)
      },
      async postgres() {
        const columnOf = (name: keyof Row & string) => [name, rows.map((row) => row[name])]
        await insertAll(db, Object.fromEntries(names.map(columnOf)))
      },
    })
  }
}
