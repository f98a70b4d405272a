import { type Selectable, sql } from 'kysely'
import { secondMs } from '../kit/clock.ts'
import { type Base, byEngine, type Db, type Transaction } from './database.ts'
import type { Tables } from './tables.ts'

type ColumnOf<Table extends keyof Tables> = keyof Tables[Table] & string

/** Rows that are due at the time in one of their columns. Null in it: nothing is to be done. */
export interface Queue<Table extends keyof Tables> {
  table: Table
  keys: ColumnOf<Table>[]
  at: ColumnOf<Table>
  /** Counts claims: an attempt whose process died counts too. */
  claims?: ColumnOf<Table>
}

interface Claim {
  now: number
  /**
   * The end of the lease: work that is not settled by then, because it failed or its process died,
   * is due again. Null: the work is done in the transaction of the claim.
   */
  until: number | null
  max: number
}

/**
 * Claims due rows, the oldest first, by moving their time. Processes share the rows: no other one
 * gets them before the lease ends, and none waits for a row that another process is claiming.
 */
export const claimDue = async <Table extends keyof Tables>(
  { db, engine }: Pick<Transaction, 'db' | 'engine'>,
  { table, keys, at, claims }: Queue<Table>,
  { now, until, max }: Claim,
): Promise<Selectable<Tables[Table]>[]> => {
  const key = sql.join(keys.map((name) => sql.ref(name)))
  const count = claims ? sql`, ${sql.ref(claims)} = ${sql.ref(claims)} + 1` : sql``
  const lock = byEngine(engine, {
    sqlite: () => sql``,
    postgres: () => sql`for update skip locked`,
  })
  const { rows } = await sql<Selectable<Tables[Table]>>`
    update ${sql.table(table)} set ${sql.ref(at)} = ${until} ${count}
    where (${key}) in (
      select ${key} from ${sql.table(table)}
      where ${sql.ref(at)} <= ${now} order by ${sql.ref(at)} limit ${sql.lit(max)} ${lock}
    )
    returning *`.execute(db)
  return rows
}

/**
 * Ends a claim with these changes, among them the next time. False when the lease has ended and another
 * process has claimed the row, or when the row was scheduled anew.
 */
export const settleDue = async <Table extends keyof Tables>(
  db: Db,
  { table, keys, at }: Queue<Table>,
  claimed: Selectable<Tables[Table]>,
  changes: Partial<Selectable<Tables[Table]>>,
): Promise<boolean> => {
  const equal = ([name, value]: [string, unknown]) => sql`${sql.ref(name)} = ${value}`
  const values = new Map<string, unknown>(Object.entries(claimed))
  const isOurs = [...keys, at].map((name) => equal([name, values.get(name)]))
  const { rows } = await sql`
    update ${sql.table(table)} set ${sql.join(Object.entries(changes).map(equal))}
    where ${sql.join(isOurs, sql` and `)} returning ${sql.ref(at)}`.execute(db)
  return rows.length > 0
}

/** Milliseconds until the next row is due; infinite when none waits. */
export const untilDue = async <Table extends keyof Tables>(
  { database, clock }: Base,
  { table, at }: Pick<Queue<Table>, 'table' | 'at'>,
): Promise<number> => {
  const { rows } = await sql<{ at: number }>`
    select ${sql.ref(at)} as at from ${sql.table(table)}
    where ${sql.ref(at)} is not null order by ${sql.ref(at)} limit 1`.execute(database.db)
  const [next] = rows
  return next ? Math.max(0, next.at - clock.now()) : Number.POSITIVE_INFINITY
}

/** A round of a worker: handles a batch. Returns the milliseconds until the next round is needed. */
export const handleDue = async <Table extends keyof Tables>(
  service: Base,
  queue: Queue<Table>,
  { leaseMs, max }: { leaseMs: number; max: number },
  handle: (rows: Selectable<Tables[Table]>[]) => Promise<unknown>,
): Promise<number> => {
  const rows = await service.database.transaction((tx) => {
    const now = service.clock.now()
    return claimDue(tx, queue, { now, until: now + leaseMs, max })
  })
  await handle(rows)
  if (rows.length === max) return 0
  const waitMs = await untilDue(service, queue)
  // A row that is due, but was not claimed, is locked by another process.
  return rows.length === 0 && waitMs === 0 ? secondMs : waitMs
}
