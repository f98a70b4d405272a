import type { Database, Db } from '../database.ts'
import {
  attach,
  boundAt,
  changeQuickly,
  createPart,
  type DividedTable,
  instantOfBound,
  isBefore,
  isEmpty,
  isInTheWay,
  type Partition,
  partitionsOf,
  run,
} from './months.ts'

interface OldMonths {
  table: DividedTable
  /** Only partitions whose rows are all older. */
  before: number
  /** Whether a row of this partition stays. It may take long: nothing waits for it. */
  isKept: (db: Db, partition: Partition) => Promise<boolean>
  /** The same, checked again when nothing else can change the table. It must be quick. */
  isStillKept?: (db: Db, partition: Partition) => Promise<boolean>
}

/**
 * Drops the partitions in which nothing is kept, which takes milliseconds for any number of rows.
 * Where something is kept, rows are deleted in small steps by other code, on both engines.
 */
export const dropOldMonths = async (database: Database, old: OldMonths) => {
  const { maintain } = database
  if (!maintain) return
  const { table } = old
  const bound = boundAt(table, old.before)
  const isOld = ({ until }: Partition) => until !== null && !isBefore(bound, until)
  const parts = (await partitionsOf(database.db, table)).filter(isOld)
  // Usually only the empty one that stands for everything before the first month.
  if (parts.length === 0 || (await isOnlyEmpty(database.db, parts))) return
  await maintain(async (db) => {
    const first = await firstKept(db, parts, old)
    const gone = parts.slice(0, first)
    try {
      if (!(await isOnlyEmpty(db, gone))) await drop(db, old, gone)
      for (const part of parts.slice(first)) await emptyUnlessKept(db, old, part)
    } catch (error) {
      // Something long holds the table. The next round tries again, and rows are deleted meanwhile.
      if (!isInTheWay(error)) throw error
    }
  })
}

const isOnlyEmpty = async (db: Db, [first, ...more]: Partition[]): Promise<boolean> =>
  more.length === 0 && (!first || (await isEmpty(db, first)))

const firstKept = async (db: Db, parts: Partition[], { isKept }: OldMonths): Promise<number> => {
  for (const [at, part] of parts.entries()) if (await isKept(db, part)) return at
  return parts.length
}

/** The values of the dropped partitions get a place again: a clock may be far behind. */
const drop = async (db: Db, { table, isStillKept }: OldMonths, gone: Partition[]) => {
  const until = gone.at(-1)?.until ?? null
  if (until === null) return
  await changeQuickly(db, async (tx) => {
    await run(tx, `lock table only ${table.name} in access exclusive mode`)
    const current = await partitionsOf(tx, table)
    if (
      gone.some(({ name, until }, at) => current[at]?.name !== name || current[at]?.until !== until)
    )
      return
    for (const part of gone) if (await isStillKept?.(tx, part)) return
    for (const { name } of gone) await run(tx, `drop table ${name}`)
    const earlier = { name: `${table.name}_earlier`, from: null, until }
    await createPart(tx, table, earlier.name)
    await attach(tx, table, earlier)
  })
}

/**
 * A partition after one in which something is kept must stay, because there is no gap between
 * partitions. Emptying it locks no other partition.
 */
const emptyUnlessKept = async (db: Db, { isKept, isStillKept }: OldMonths, part: Partition) => {
  if ((await isEmpty(db, part)) || (await isKept(db, part))) return
  await changeQuickly(db, async (tx) => {
    await run(tx, `lock table ${part.name} in access exclusive mode`)
    if (!(await isStillKept?.(tx, part))) await run(tx, `truncate ${part.name}`)
  })
}

/** The instant before which all rows of an old partition are. */
export const endOf = (table: DividedTable, { until }: Partition): number =>
  until === null ? Number.POSITIVE_INFINITY : instantOfBound(table, until)
