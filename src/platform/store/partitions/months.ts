import { CompiledQuery, sql } from 'kysely'
import { DatabaseError } from 'pg'
import { lowestId, madeAt } from '../../kit/ids.ts'
import type { Db } from '../database.ts'

/** A table that PostgreSQL keeps in one partition for each month. */
export interface DividedTable {
  name: 'scans' | 'events' | 'deliveries' | 'delivery_attempts' | 'messages'
  /** The column whose value chooses the partition. */
  key: string
  /** The prefix of ids that begin with their time; null for a column of instants. */
  prefix: string | null
  /** The primary key of each partition, where the whole table cannot have one. */
  ownKey: string | null
}

const divided = (
  name: DividedTable['name'],
  key: string,
  prefix: string | null,
  ownKey: string | null = null,
): DividedTable => ({ name, key, prefix, ownKey })

export const scansTable = divided('scans', 'scanned_at', null, 'id')
export const eventsTable = divided('events', 'id', 'evt')
export const deliveriesTable = divided('deliveries', 'id', 'dlv')
export const attemptsTable = divided('delivery_attempts', 'delivery_id', 'dlv')
/** By the time of the conversation: a message is always looked up with its conversation. */
export const messagesTable = divided('messages', 'conversation_id', 'conv', 'id')

export const dividedTables = [
  scansTable,
  eventsTable,
  deliveriesTable,
  attemptsTable,
  messagesTable,
]

/** The lowest value of the key from an instant on. */
export const boundAt = ({ prefix }: DividedTable, instant: number): string =>
  prefix === null ? String(instant) : lowestId(prefix, instant)

/** The instant of a bound. */
export const instantOfBound = ({ prefix }: DividedTable, bound: string): number =>
  prefix === null ? Number(bound) : madeAt(bound)

/** The start of a month in UTC, counted from the month of `now`. */
export const monthStart = (now: number, months = 0): number => {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months)
}

/** `scans_2026_11` */
export const nameOfMonth = ({ name }: DividedTable, instant: number): string =>
  `${name}_${new Date(instant).toISOString().slice(0, 7).replace('-', '_')}`

/** A partition has the rows from one value of the key to before another; null: no limit. */
export interface Partition {
  name: string
  from: string | null
  until: string | null
}

/** Runs statements that have no parameters. */
export const run = async (db: Db, ...statements: string[]) => {
  for (const statement of statements) await db.executeQuery(CompiledQuery.raw(statement))
}

/** The partitions of a table, in the order of their values. Together they have all values. */
export const partitionsOf = async (db: Db, { name }: DividedTable): Promise<Partition[]> => {
  const { rows } = await sql<{ name: string; bound: string }>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits join pg_class c on c.oid = inhrelid
    where inhparent = to_regclass(${name})`.execute(db)
  return rows.map(partitionIn).sort((a, b) => order(a.from, b.from))
}

/** `FOR VALUES FROM (MINVALUE) TO ('1767225600000')` */
const partitionIn = ({ name, bound }: { name: string; bound: string }): Partition => {
  const [, from = '', until = ''] = /^FOR VALUES FROM \(([^)]*)\) TO \(([^)]*)\)$/.exec(bound) ?? []
  return { name, from: valueIn(from), until: valueIn(until) }
}

const valueIn = (bound: string): string | null =>
  bound === 'MINVALUE' || bound === 'MAXVALUE' ? null : bound.replaceAll("'", '')

/** Instants have 13 digits until the year 2286; shorter ones are earlier. */
const order = (a: string | null, b: string | null): number => {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1
  if (a.length !== b.length) return a.length - b.length
  return a < b ? -1 : 1
}

export const isBefore = (a: string, b: string): boolean => order(a, b) < 0

export const isEmpty = async (db: Db, { name }: Partition): Promise<boolean> => {
  const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
  return rows.length === 0
}

/** `FOR VALUES …` */
const valuesOf = ({ from, until }: Pick<Partition, 'from' | 'until'>): string =>
  `for values from (${from === null ? 'minvalue' : `'${from}'`})
   to (${until === null ? 'maxvalue' : `'${until}'`})`

/** A new table with the columns of the divided one. The indexes come when it is attached. */
export const createPart = async (db: Db, { name: whole, ownKey }: DividedTable, name: string) => {
  await run(db, `create table ${name} (like ${whole} including defaults)`)
  if (ownKey !== null) await run(db, `alter table ${name} add primary key (${ownKey})`)
}

export const attach = async (db: Db, { name: whole }: DividedTable, part: Partition) => {
  await run(db, `alter table ${whole} attach partition ${part.name} ${valuesOf(part)}`)
}

/** One of all processes changes the partitions. */
const advisoryKey = 7_719_022
const lockMs = 300
const maxTries = 8

/**
 * A short change of the partitions. Everything that needs the table waits for it, so it gives up
 * soon when something long holds the table, such as an export, and tries again.
 */
export const changeQuickly = async <T>(db: Db, change: (tx: Db) => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(async (tx) => {
        await run(tx, `set local lock_timeout = ${lockMs}`)
        await run(tx, `select pg_advisory_xact_lock(${advisoryKey})`)
        return await change(tx)
      })
    } catch (error) {
      if (!isInTheWay(error) || tries === maxTries) throw error
      await new Promise((resolve) => setTimeout(resolve, tries * lockMs))
    }
  }
}

/** A lock was not free in time, or two sessions waited for each other. */
export const isInTheWay = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === '55P03' || error.code === '40P01')
