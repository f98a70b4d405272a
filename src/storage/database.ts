import type { Kysely } from 'kysely'
import type { Clock } from '../kit/clock.ts'
import type { Signals } from './signals.ts'
import type { Tables } from './tables.ts'

export type Engine = 'sqlite' | 'postgres'
export type Db = Kysely<Tables>

/** Takes the way of this engine. A further engine does not compile until every choice names it. */
export const byEngine = <T>(engine: Engine, ways: Record<Engine, () => T>): T => ways[engine]()

export interface Transaction {
  db: Db
  engine: Engine
  /** Runs once the change is on disk: wake a worker, drop a cache. Never runs for a rollback. */
  afterCommit(effect: () => void): void
}

export interface Database {
  engine: Engine
  /** No other process uses this database: claims that a killed process left are free at the start. */
  isExclusive: boolean
  /** For reading. On SQLite it cannot write: every change goes through a transaction. */
  db: Db
  /** `work` may run again after a deadlock, so it touches nothing but the database. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Reads for as long as it takes, on a connection of its own: all of it as of one instant. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>
  signals: Signals
  /** The time of the service: the same in every process of it, and without jumps. */
  clock: Clock
  /** Applies what is missing; answers the names of the migrations that ran. */
  migrate(): Promise<string[]>
  /** For a database that is known to be up to date: listens for signals and measures the clock. */
  connect(): Promise<void>
  close(): Promise<void>
}

/** Collects what `afterCommit` was handed, to be run by the engine after its commit. */
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
