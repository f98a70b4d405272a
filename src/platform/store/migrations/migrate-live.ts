import { setTimeout as wait } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { secondMs } from '../../kit/clock.ts'
import type { Db } from '../database.ts'
import { isInTheWay } from '../partitions/months.ts'

/** SQL, or code for changes that SQL cannot express; `inBatches` runs after the step's transaction. */
export type Statement =
  | string
  | ((db: Db) => Promise<void>)
  | {
      /** Changes some rows in a short transaction. False when none is left. May be repeated. */
      inBatches: (db: Db) => Promise<boolean>
    }

interface Step {
  name: string
  statements: Statement[]
}

/**
 * All lock waits of one try together. Requests queue behind a waiting migration, so this is how long
 * they can be delayed. Below PostgreSQL's `deadlock_timeout` (1 s), so that in a deadlock the
 * migration gives way, and not a request.
 */
const lockBudgetMs = 500
const maxPauseMs = 5 * secondMs
const defaultPatienceMs = 120 * secondMs

/** The id that Kysely's migrator uses: former versions wait for the same lock. */
const advisoryKey = '3853314791062309107'
const pollMs = 100

/** Another session used a table all the time. The steps before this one stay applied. */
export class MigrationBlocked extends Error {
  constructor(step: string, seconds: number, holder: string) {
    super(
      `The migration ${step} could not lock its tables within ${seconds} s, because other sessions ` +
        `use them${holder}. End long transactions, exports and dumps, and start again: running ` +
        'processes of the former version are not affected.',
    )
  }
}

/**
 * Applies steps while processes of the former version serve requests. Each step is a short
 * transaction of its own. It waits for locks only briefly, and tries again after a pause in which
 * the requests continue. Returns the names of the steps that ran.
 */
export const migrateLive = (
  db: Db,
  steps: Step[],
  patienceMs = defaultPatienceMs,
): Promise<string[]> =>
  db.connection().execute(async (on) => {
    await lockMigrations(on)
    try {
      await run(
        on,
        `create table if not exists migrations
         (name varchar(255) primary key, timestamp varchar(255) not null)`,
      )
      const applied = new Set(
        (await run<{ name: string }>(on, 'select name from migrations')).map(({ name }) => name),
      )
      const pending = steps.filter(({ name }) => !applied.has(name))
      for (const step of pending) await apply(on, step, patienceMs)
      return pending.map(({ name }) => name)
    } finally {
      // Fails on a broken connection, whose end releases the lock.
      await run(on, `select pg_advisory_unlock(${advisoryKey})`).catch(() => undefined)
    }
  })

/** Asks again and again: a session that waits in PostgreSQL would hold a snapshot meanwhile. */
const lockMigrations = async (db: Db) => {
  for (;;) {
    const [row] = await run<{ locked: boolean }>(
      db,
      `select pg_try_advisory_lock(${advisoryKey}) as locked`,
    )
    if (row?.locked) return
    await wait(pollMs)
  }
}

const apply = async (db: Db, { name, statements }: Step, patienceMs: number) => {
  const changes = statements.filter((one) => typeof one !== 'object')
  const batches = statements.filter((one) => typeof one === 'object')
  const record = `insert into migrations values ('${name}', '${new Date().toISOString()}')`
  const whole = batches.length === 0 ? [...changes, record] : changes
  await untilLocked(db, name, patienceMs, () => change(db, whole))
  if (batches.length === 0) return
  for (const { inBatches } of batches) {
    const some = () => db.transaction().execute((tx) => inTime(tx, inBatches))
    while (await untilLocked(db, name, patienceMs, some)) await wait(0)
  }
  await run(db, record)
}

/** The rest of the budget, counted on the server. */
const inBudget = `select set_config('lock_timeout', greatest(1, ${lockBudgetMs} - 1000 *
  extract(epoch from clock_timestamp() - transaction_timestamp()))::int::text, true)`

/**
 * Statements go to the server in one packet, with the begin and the commit: no lock is held while a
 * packet travels, or while this process waits for a processor.
 */
const change = async (db: Db, statements: (string | ((db: Db) => Promise<void>))[]) => {
  let packet = ['begin']
  try {
    for (const statement of statements) {
      if (typeof statement === 'string') packet.push(inBudget, statement)
      else {
        await run(db, packet.join(';\n'))
        await statement(db)
        packet = []
      }
    }
    await run(db, [...packet, 'commit'].join(';\n'))
  } catch (error) {
    // Fails on a lost connection, whose end is a rollback too.
    await run(db, 'rollback').catch(() => undefined)
    throw error
  }
}

const inTime = async <T>(tx: Db, work: (tx: Db) => Promise<T>): Promise<T> => {
  await run(tx, `set local lock_timeout = ${lockBudgetMs}`)
  return await work(tx)
}

/** Repeated while other sessions have the locks. */
const untilLocked = async <T>(
  db: Db,
  step: string,
  patienceMs: number,
  work: () => Promise<T>,
): Promise<T> => {
  const until = performance.now() + patienceMs
  for (let pauseMs = lockBudgetMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      return await work()
    } catch (error) {
      if (!isInTheWay(error)) throw error
      if (performance.now() + pauseMs > until) {
        throw new MigrationBlocked(step, Math.round(patienceMs / secondMs), await oldestSession(db))
      }
    }
    await wait(pauseMs)
  }
}

/** The session whose transaction is the oldest: most likely the one in the way. */
const oldestSession = async (db: Db): Promise<string> => {
  const [row] = await run<{ pid: number; name: string; seconds: number }>(
    db,
    `select pid, application_name as name,
       extract(epoch from clock_timestamp() - xact_start)::int as seconds
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
     order by xact_start limit 1`,
  )
  if (!row) return ''
  const name = row.name === '' ? '' : ` "${row.name}"`
  return ` (the oldest transaction: process ${row.pid}${name}, for ${row.seconds} s)`
}

const run = async <Row>(db: Db, statement: string): Promise<Row[]> =>
  (await db.executeQuery<Row>(CompiledQuery.raw(statement))).rows
