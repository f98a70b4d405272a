import type { Kysely } from 'kysely'
import type { Clock } from '../kit/clock.ts'
import type { Logger } from '../kit/log.ts'
import type { Signals } from './signals.ts'
import type { Tables } from './tables.ts'

export type Engine = 'sqlite' | 'postgres'
export type Db = Kysely<Tables>

/**
 * Runs the function of this engine. Adding an engine does not compile until every choice names it.
 */
export const byEngine = <T>(engine: Engine, ways: Record<Engine, () => T>): T => ways[engine]()

export interface Transaction {
  db: Db
  engine: Engine
  /** Runs after the commit, to wake a worker or clear a cache. Not called after a rollback. */
  afterCommit(effect: () => void): void
  /**
   * Sends the statements of `send` together with the commit, so that the rows that they lock are not
   * locked while packets travel. `send` must send all of them before its first wait, and nothing may
   * follow them.
   */
  last<T>(send: () => Promise<T>): Promise<T>
}

export interface TransactionOptions {
  /**
   * How long a statement waits for a row that another session has locked, before the transaction
   * fails with an error that `isLockTimeout` recognizes. SQLite has a single writer.
   */
  lockMs?: number
}

export interface Database {
  engine: Engine
  /** No other process uses this database, so claims of a killed process are free at the start. */
  isExclusive: boolean
  /** For reading. On SQLite it cannot write, because every change needs a transaction. */
  db: Db
  /** `work` may run again after a deadlock, so it must only use the database. */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Reads without a time limit, on its own connection, in a snapshot of one instant. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Work on the tables themselves, on its own connection without a time limit. Null on SQLite. */
  maintain: (<T>(work: (db: Db) => Promise<T>) => Promise<T>) | null
  /** The connections of this process, and what waits for one. */
  load(): { busy: number; idle: number; waiting: number }
  signals: Signals
  /** The clock of the service: the same in every process, and without jumps. */
  clock: Clock
  /**
   * A number that changes with every commit, of this process or another, before a reader sees it.
   * Null where this is not known: on PostgreSQL.
   */
  version(): number | null
  /** Applies pending migrations. Returns their names. */
  migrate(): Promise<string[]>
  /** For a database whose schema is up to date: listens for signals and measures the clock. */
  connect(): Promise<void>
  close(): Promise<void>
}

/** The parts that almost every rule needs. */
export interface Base {
  database: Database
  clock: Clock
}

/** The same for rules that log, such as background work. */
export interface LoggedBase extends Base {
  log: Logger
}

/** Collects the effects of `afterCommit`, which the engine runs after its commit. */
export const collectEffects = () => {
  const effects: (() => void)[] = []
  return {
    afterCommit: (effect: () => void) => {
      effects.push(effect)
    },
    run: () => {
      for (const effect of effects) effect()
    },
  }
}

/** Runs a deletion and returns the number of deleted rows. */
export const countDeleted = async (deletion: {
  executeTakeFirst(): Promise<{ numDeletedRows: bigint }>
}): Promise<number> => Number((await deletion.executeTakeFirst()).numDeletedRows)
