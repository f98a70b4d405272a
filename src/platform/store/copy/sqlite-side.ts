import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type Key,
  keyNames,
  onConflict,
  ownSettings,
  quotedNames,
  type Range,
  type Row,
  type Side,
  type TableShape,
  writtenBy,
} from './copy.ts'

interface ColumnInfo {
  name: string
  type: string
  pk: number
}

/**
 * The tables of an installation, parents before children. Both engines have the same; `isOurs` leaves
 * out tables of other programs.
 */
export const tableShapesOf = (path: string, isOurs: (table: string) => boolean): TableShape[] => {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    const names = db
      .prepare(
        `select name, sql from sqlite_schema
         where type = 'table' and name not like 'sqlite_%' and name not like 'migrations%'`,
      )
      .all() as { name: string; sql: string }[]
    const shapes = names.flatMap(({ name, sql }) => (isOurs(name) ? [shapeOf(db, name, sql)] : []))
    return inOrder(shapes, (name) =>
      (db.prepare(`pragma foreign_key_list("${name}")`).all() as { table: string }[]).map(
        ({ table }) => table,
      ),
    )
  } finally {
    db.close()
  }
}

const shapeOf = (db: DatabaseSync, name: string, sql: string): TableShape => {
  const all = db.prepare(`pragma table_info("${name}")`).all() as unknown as ColumnInfo[]
  const columns = all.filter((column) => column.name !== writtenBy)
  const key = columns
    .map(({ pk }, at) => ({ pk, at }))
    .filter(({ pk }) => pk > 0)
    .sort((a, b) => a.pk - b.pk)
    .map(({ at }) => at)
  if (key.length === 0) throw new Error(`The table ${name} has no primary key.`)
  return {
    name,
    columns: columns.map((column) => column.name),
    key,
    hasBytes: columns.some(({ type }) => /blob/i.test(type)),
    isCounted: /autoincrement/i.test(sql),
  }
}

/** A table follows the tables that it refers to. */
const inOrder = (shapes: TableShape[], parentsOf: (name: string) => string[]): TableShape[] => {
  const ordered = new Set<TableShape>()
  const place = (shape: TableShape) => {
    for (const parent of parentsOf(shape.name)) {
      const found = shapes.find(({ name }) => name === parent)
      if (found && found !== shape && !ordered.has(found)) place(found)
    }
    ordered.add(shape)
  }
  for (const shape of shapes) place(shape)
  return [...ordered]
}

export const openSqliteSide = (path: string, isTarget: boolean): Side => {
  const db = new DatabaseSync(path, { readOnly: !isTarget, timeout: 5000 })
  const statements = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql)
    if (known) return known
    const statement = db.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const atOnce = (work: () => void) => {
    db.exec('begin')
    try {
      work()
      db.exec('commit')
    } catch (error) {
      // A full disk has rolled back already.
      if (db.isTransaction) db.exec('rollback')
      throw error
    }
  }

  return {
    async read(shape, { after, until }, maximum) {
      const bounds = boundsOf(shape, { after, until })
      const statement = prepare(
        `select ${quotedNames(shape.columns)} from "${shape.name}" where ${bounds}
         order by ${quotedNames(keyNames(shape))} limit ${maximum}`,
      )
      statement.setReturnArrays(true)
      return statement.all(...bind([...(after ?? []), ...(until ?? [])])) as unknown as Row[]
    },
    async count(shape) {
      return Number(prepare(`select count(*) as rows from "${shape.name}"`).get()?.rows)
    },
    async upsert(shape, rows) {
      const insert = prepare(
        `insert into "${shape.name}" (${quotedNames(shape.columns)})
         values (${shape.columns.map(() => '?').join(', ')}) ${onConflict(shape)}`,
      )
      atOnce(() => {
        for (const row of rows) insert.run(...bind(row))
      })
    },
    async remove(shape, keys) {
      const matches = keyNames(shape).map((name) => `"${name}" = ?`)
      const remove = prepare(`delete from "${shape.name}" where ${matches.join(' and ')}`)
      atOnce(() => {
        for (const key of keys) remove.run(...bind(key))
      })
    },
    async tables() {
      const rows = prepare(
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'",
      ).all()
      return new Set(rows.map(({ name }) => String(name)))
    },
    async snapshot(work) {
      db.exec('begin')
      try {
        return await work()
      } finally {
        if (db.isTransaction) db.exec('commit')
      }
    },
    async lastNumber({ name }) {
      const row = prepare('select seq from sqlite_sequence where name = ?').get(name)
      return Number(row?.seq ?? 0)
    },
    async setLastNumber({ name }, last) {
      atOnce(() => {
        prepare('delete from sqlite_sequence where name = ?').run(name)
        prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, last)
      })
    },
    async mark(isCopying) {
      prepare("delete from settings where name = 'copying'").run()
      if (isCopying) prepare("insert into settings (name, value) values ('copying', '1')").run()
    },
    isMarked: async () =>
      prepare("select 1 from settings where name = 'copying'").get() !== undefined,
    async close() {
      db.close()
    },
  }
}

/** As a condition with one `?` for each value of each bound. */
const boundsOf = (shape: TableShape, { after, until }: Range): string => {
  const names = `(${quotedNames(keyNames(shape))})`
  const marks = `(${shape.key.map(() => '?').join(', ')})`
  return [
    shape.name === 'settings' ? `name not in ('${ownSettings.join("', '")}')` : 'true',
    ...(after ? [`${names} > ${marks}`] : []),
    ...(until ? [`${names} <= ${marks}`] : []),
  ].join(' and ')
}

const bind = (values: Key): SQLInputValue[] => values as SQLInputValue[]
