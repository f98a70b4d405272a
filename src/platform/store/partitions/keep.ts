import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import { dayMs, minuteMs } from '../../kit/clock.ts'
import { createWorker, type Worker } from '../../kit/worker.ts'
import type { Db, LoggedBase } from '../database.ts'
import {
  attach,
  boundAt,
  changeQuickly,
  createPart,
  type DividedTable,
  dividedTables,
  instantOfBound,
  isBefore,
  isEmpty,
  monthStart,
  nameOfMonth,
  type Partition,
  partitionsOf,
  run,
} from './months.ts'

/** This month and the next two have a partition of their own. */
const monthsAhead = 3
/** A partition with rows ends this far ahead, so that no new row is refused while it is cut. */
const leastAheadMs = 7 * dayMs
/** The name of the proof that all rows of a partition are before its new end. */
const proof = 'ends_here'

/**
 * Creates the partitions of the coming months. Works in any state that an earlier run left behind,
 * and beside other processes. The last partition has no end, so that every row has a place,
 * whatever the clock says. Returns the number of new partitions.
 */
export const keepMonths = async (db: Db, now: number): Promise<number> => {
  let created = 0
  await withdrawProofs(db, now)
  for (const table of dividedTables) {
    const before = created
    for (const at of await cutsOf(db, table, now)) created += Number(await cut(db, table, at))
    // Autovacuum never does this for a partitioned table.
    if (created > before) await run(db, `analyze ${table.name}`)
  }
  return created
}

/** The instants at which the last partition is to be cut, the earliest first. */
const cutsOf = async (db: Db, table: DividedTable, now: number): Promise<number[]> => {
  const last = await lastOf(db, table)
  if (!last) return []
  const earliest = (await isEmpty(db, last)) ? 0 : now + leastAheadMs
  return Array.from({ length: monthsAhead + 1 }, (_, months) => monthStart(now, months)).filter(
    (at) => at >= earliest && isAfterStart(last, boundAt(table, at)),
  )
}

const lastOf = async (db: Db, table: DividedTable): Promise<Partition | undefined> =>
  (await partitionsOf(db, table)).at(-1)

const isAfterStart = ({ from }: Partition, bound: string): boolean =>
  from === null || isBefore(from, bound)

/** Ends the last partition at an instant and begins a new one. False when it is done already. */
const cut = async (db: Db, table: DividedTable, at: number): Promise<boolean> => {
  const bound = boundAt(table, at)
  const last = await lastOf(db, table)
  if (!last || !isAfterStart(last, bound)) return false
  const isProven = (await isEmpty(db, last)) || (await prove(db, table, last, bound))
  const strays = isProven ? null : await countBeyond(db, table, last, bound)
  return await changeQuickly(db, async (tx) => {
    const current = await lastOf(tx, table)
    if (current?.name !== last.name || current.from !== last.from) return false
    await run(tx, `alter table ${table.name} detach partition ${last.name}`)
    if (strays && strays.beyond > strays.before) await splitOffStart(tx, table, last, bound)
    else await splitOffEnd(tx, table, last, bound, strays !== null)
    return true
  })
}

/** The usual case: the rows stay where they are, and the new end is empty. */
const splitOffEnd = async (
  tx: Db,
  table: DividedTable,
  last: Partition,
  bound: string,
  hasStrays: boolean,
) => {
  const name = nameOf(table, last)
  await run(tx, `alter table ${last.name} rename to ${name}`)
  const end = `${table.name}_later`
  await createPart(tx, table, end)
  if (hasStrays) await move(tx, table, name, end, `>= '${bound}'`)
  await attach(tx, table, { name, from: last.from, until: bound })
  await run(tx, `alter table ${name} drop constraint if exists ${proof}`)
  await attach(tx, table, { name: end, from: bound, until: null })
}

/** Most rows are beyond the new month: a clock was far ahead once. They stay at the end. */
const splitOffStart = async (tx: Db, table: DividedTable, last: Partition, bound: string) => {
  const name = nameOf(table, last)
  await createPart(tx, table, name)
  await move(tx, table, last.name, name, `< '${bound}'`)
  await attach(tx, table, { name, from: last.from, until: bound })
  await attach(tx, table, { name: last.name, from: bound, until: null })
}

const nameOf = (table: DividedTable, { from }: Partition): string =>
  from === null ? `${table.name}_earlier` : nameOfMonth(table, instantOfBound(table, from))

const move = async (tx: Db, { key }: DividedTable, from: string, to: string, which: string) => {
  await run(
    tx,
    `with moved as (delete from ${from} where ${key} ${which} returning *)
     insert into ${to} select * from moved`,
  )
}

/**
 * Proves that no row is at or after the bound, while the table is in use: otherwise PostgreSQL would
 * read all rows under the lock. False when there is such a row.
 */
const prove = async (db: Db, { key }: DividedTable, { name, from }: Partition, bound: string) => {
  const begins = from === null ? '' : `${key} >= '${from}' and `
  await changeQuickly(db, (tx) =>
    run(
      tx,
      `alter table ${name} drop constraint if exists ${proof}`,
      `alter table ${name} add constraint ${proof} check (${begins}${key} < '${bound}') not valid`,
    ),
  )
  try {
    await run(db, `alter table ${name} validate constraint ${proof}`)
    return true
  } catch (error) {
    await withdraw(db, name)
    if (error instanceof DatabaseError && error.code === checkViolation) return false
    throw error
  }
}

const checkViolation = '23514'

const countBeyond = async (db: Db, { key }: DividedTable, { name }: Partition, bound: string) => {
  const column = sql.ref(key)
  const { rows } = await sql<{ before: string; beyond: string }>`
    select count(*) filter (where ${column} < ${bound}) as before,
           count(*) filter (where ${column} >= ${bound}) as beyond
    from ${sql.table(name)}`.execute(db)
  return { before: Number(rows[0]?.before), beyond: Number(rows[0]?.beyond) }
}

/**
 * A proof refuses rows after its end. When a process died before the cut, and nothing ran for weeks,
 * that end may be near.
 */
export const withdrawProofs = async (db: Db, now: number) => {
  const { rows } = await sql<{ whole: string; name: string; definition: string }>`
    select inhparent::regclass::text as whole, conrelid::regclass::text as name,
           pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_inherits on inhrelid = conrelid
    where conname = ${proof}`.execute(db)
  for (const { whole, name, definition } of rows) {
    const table = dividedTables.find((one) => one.name === whole)
    const bound = [...definition.matchAll(/'([^']+)'/g)].at(-1)?.[1]
    const isNear = !table || !bound || instantOfBound(table, bound) < now + dayMs
    if (isNear) await withdraw(db, name)
  }
}

const withdraw = (db: Db, name: string) =>
  changeQuickly(db, (tx) => run(tx, `alter table ${name} drop constraint if exists ${proof}`))

/**
 * Creates the partitions of the coming months, a minute after the start and then once an hour. There
 * is no hurry: rows without a month of their own go to the last partition.
 */
export const createPartitionKeeper = ({ database, clock, log }: LoggedBase): Worker | null => {
  const { maintain } = database
  if (!maintain) return null
  let isStarting = true
  return createWorker(async () => {
    if (isStarting) {
      isStarting = false
      return minuteMs
    }
    const startedAt = performance.now()
    const created = await maintain((db) => keepMonths(db, clock.now()))
    const ms = Math.round(performance.now() - startedAt)
    if (created > 0) log.info({ created, ms }, 'partitions of coming months created')
    return Number.POSITIVE_INFINITY
  })
}
