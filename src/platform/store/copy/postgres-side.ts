import { Client, types } from 'pg'
import { hostUrls } from '../../kit/parsers.ts'
import { isUniqueViolation } from '../errors.ts'
import { hostsFor } from '../postgres/postgres-hosts.ts'
import {
  type Key,
  keyNames,
  keyOf,
  onConflict,
  ownSettings,
  quotedNames,
  type Range,
  type Row,
  type Side,
  type StoredValue,
  type TableShape,
  writtenBy,
} from './copy.ts'

const int8 = 20

/** The host of a list that accepts writes. */
const oneHost = async (url: string): Promise<string> =>
  (await hostsFor(url)?.primary()) ?? hostUrls(url)[0] ?? url

/** Whether a running service uses this database. Its connections have names of their own. */
export const isServed = async (url: string): Promise<boolean> => {
  const client = new Client({ connectionString: await oneHost(url) })
  // The query that waits fails by itself; an `error` without a listener would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and application_name like 'qpr %' limit 1`,
    )
    return (rowCount ?? 0) > 0
  } finally {
    await client.end()
  }
}

export const openPostgresSide = async (url: string): Promise<Side> => {
  const client = new Client({
    connectionString: await oneHost(url),
    application_name: 'copy of qpr',
    types: {
      getTypeParser: (type, format) =>
        type === int8 ? Number : types.getTypeParser(type, format as 'text'),
    },
  })
  client.on('error', () => undefined)
  await client.connect()
  // The last write waits for the disk again, and everything before it is then on disk too.
  await client.query('set synchronous_commit = off')
  const { rows: collations } = await client.query<{ column: string; name: string }>(
    `select attrelid::regclass::text || '.' || attname as column, collname as name
     from pg_attribute join pg_collation on pg_collation.oid = attcollation
     where attrelid in (select oid from pg_class where relkind in ('r', 'p'))`,
  )
  const collationOf = new Map(collations.map(({ column, name }) => [column, name]))

  /** Keys are compared byte by byte, as SQLite does. Most columns are stored in this order. */
  const keyColumns = ({ name, columns, key }: TableShape): string[] =>
    key.map((at) => {
      const column = columns[at] ?? ''
      const collation = collationOf.get(`${name}.${column}`) ?? 'C'
      return collation === 'C' ? `"${column}"` : `"${column}" collate "C"`
    })

  const boundsOf = (shape: TableShape, { after, until }: Range): string => {
    const names = `(${keyColumns(shape).join(', ')})`
    const marks = (from: number) => `(${shape.key.map((_, at) => `$${from + at + 1}`).join(', ')})`
    return [
      shape.name === 'settings' ? `name not in ('${ownSettings.join("', '")}')` : 'true',
      ...(after ? [`${names} > ${marks(0)}`] : []),
      ...(until ? [`${names} <= ${marks(after?.length ?? 0)}`] : []),
    ].join(' and ')
  }

  const ask = async (sql: string, values: unknown[] = []) =>
    (await client.query({ text: sql, values, rowMode: 'array' })).rows as Row[]

  const namesIn = async (sql: string, values: unknown[] = []): Promise<Set<string>> =>
    new Set((await ask(sql, values)).map(([name]) => String(name)))

  const hasWrittenBy = await namesIn(
    'select table_name from information_schema.columns where column_name = $1',
    [writtenBy],
  )
  const hasKey = await namesIn('select indrelid::regclass::text from pg_index where indisprimary')

  const insert = async (shape: TableShape, rows: Row[], conflict: string) => {
    const old = hasWrittenBy.has(shape.name)
    await client.query(
      `insert into "${shape.name}" (${quotedNames(shape.columns)}${old ? `, ${writtenBy}` : ''})
       select ${quotedNames(shape.columns)}${old ? ', 0' : ''}
       from json_populate_recordset(null::"${shape.name}", $1::json) ${conflict}`,
      [JSON.stringify(rows.map((row) => asObject(shape, row)))],
    )
  }

  const remove = async (shape: TableShape, keys: Key[]) => {
    const names = keyNames(shape)
    await client.query(
      `delete from "${shape.name}" where (${quotedNames(names)}) in
       (select ${quotedNames(names)} from json_populate_recordset(null::"${shape.name}", $1::json))`,
      [JSON.stringify(keys.map((key) => asObject({ ...shape, columns: names }, key)))],
    )
  }

  return {
    read: (shape, { after, until }, maximum) =>
      ask(
        `select ${quotedNames(shape.columns)} from "${shape.name}" where ${boundsOf(shape, { after, until })}
         order by ${keyColumns(shape).join(', ')} limit ${maximum}`,
        [...(after ?? []), ...(until ?? [])],
      ),
    async count(shape) {
      const [[rows] = []] = await ask(`select count(*) from "${shape.name}"`)
      return Number(rows)
    },
    async upsert(shape, rows) {
      if (hasKey.has(shape.name)) return await insert(shape, rows, onConflict(shape))
      // A partitioned table may have its key in each partition only, which `on conflict` cannot use.
      try {
        await insert(shape, rows, '')
      } catch (error) {
        if (!isUniqueViolation(error)) throw error
        await client.query('begin')
        await remove(
          shape,
          rows.map((row) => keyOf(shape, row)),
        )
        await insert(shape, rows, '')
        await client.query('commit')
      }
    },
    remove,
    tables: () =>
      namesIn(
        `select relname from pg_class where relkind in ('r', 'p') and not relispartition
           and pg_table_is_visible(oid) and relnamespace <> 'pg_catalog'::regnamespace`,
      ),
    async snapshot(work) {
      await client.query('begin isolation level repeatable read read only')
      try {
        return await work()
      } finally {
        // Fails on a lost connection, whose error is the one that counts.
        await client.query('commit').catch(() => undefined)
      }
    },
    async lastNumber(shape) {
      const [[last] = []] = await ask('select pg_sequence_last_value($1::regclass)', [
        `${shape.name}_${shape.columns[shape.key[0] ?? 0]}_seq`,
      ])
      return Number(last ?? 0)
    },
    async setLastNumber(shape, last) {
      if (last === 0) return
      const sequence = `${shape.name}_${shape.columns[shape.key[0] ?? 0]}_seq`
      await client.query('select setval($1::regclass, $2)', [sequence, last])
    },
    async mark(isCopying) {
      await client.query('set synchronous_commit = on')
      await client.query("delete from settings where name = 'copying'")
      if (isCopying)
        await client.query("insert into settings (name, value) values ('copying', '1')")
      else await client.query('analyze')
      await client.query('set synchronous_commit = off')
    },
    isMarked: async () => (await ask("select 1 from settings where name = 'copying'")).length > 0,
    close: () => client.end(),
  }
}

const asObject = (
  { columns }: Pick<TableShape, 'columns'>,
  row: Key,
): Record<string, StoredValue> =>
  Object.fromEntries(
    columns.map((column, at) => {
      const value = row[at] ?? null
      return [
        column,
        value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value,
      ]
    }),
  )
