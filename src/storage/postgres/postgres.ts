import { Kysely, PostgresDialect } from 'kysely'
import { Pool, type PoolConfig, types } from 'pg'
import { secondMs, systemClock } from '../../kit/clock.ts'
import type { Logger } from '../../kit/log.ts'
import { collectEffects, type Database, type Transaction } from '../database.ts'
import { isRetryable } from '../errors.ts'
import { migrate } from '../migrations/migrations.ts'
import { runPreparedWith } from '../prepared.ts'
import type { Tables } from '../tables.ts'
import { createDatabaseClock } from './database-clock.ts'
import { createClientDbs, createRunner } from './postgres-client.ts'
import { connectMs, WatchedClient, withoutName } from './postgres-connection.ts'
import { createPostgresSignals } from './postgres-signals.ts'
import { timeSourceOn } from './postgres-time.ts'
import { watchConnections } from './postgres-watch.ts'

const maxTries = 5

/**
 * A process that froze, or whose packets are dropped, in the middle of a transaction: the server
 * must not keep its locks for it. Local, and not a parameter of the connection, which a pooler
 * would refuse, or share with other programs.
 */
const begin = `begin; set local idle_in_transaction_session_timeout = ${10 * secondMs}`

export interface PostgresOptions {
  /** Past a pooler, for what needs a session: listening, and statements without a time limit. */
  directUrl?: string | null
  /** Names for prepared statements; PgBouncer before 1.21 in transaction mode loses them. */
  isNaming?: boolean
  /** How long a connection may be silent before the server is asked what it is doing. */
  silenceMs?: number
  statementMs?: number
}

export const openPostgres = (
  address: string,
  log: Logger,
  { directUrl, isNaming = true, silenceMs, statementMs }: PostgresOptions = {},
): Database => {
  const url = withoutName(address)
  const direct = withoutName(directUrl ?? address)
  const watch = watchConnections({ url: direct, log, silenceMs, statementMs })
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30 * secondMs,
    pipeline: true,
    types: { getTypeParser },
    // The pool gives it these options, whatever the type declaration says.
    Client: WatchedClient as PoolConfig['Client'],
  })
  // A connection that breaks must not end the process: the pool opens another, and what was under
  // way on it fails by itself. The pool looks after the idle ones only, so each is listened to.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
    if (client instanceof WatchedClient) watch.add(client)
  })
  pool.on('error', () => undefined)
  const clock = createDatabaseClock({ own: systemClock, log })
  const listener = createPostgresSignals({
    url: direct,
    pool,
    log,
    heartbeat: (client) => clock.measure(timeSourceOn(client)),
    lost: watch.dropIdle,
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

  const runOn = createRunner(isNaming)
  runPreparedWith(db, (query) => runOn(pool, query))
  const dbOn = createClientDbs(runOn)

  const transact = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    const effects = collectEffects()
    const client = await pool.connect()
    let result: T
    try {
      // Not waited for: it travels with the first statement of the work. If it fails, so do they.
      client.query(begin).catch(() => undefined)
      const { afterCommit } = effects
      result = await work({ db: dbOn(client), engine: 'postgres', afterCommit })
      const { command } = await client.query('commit')
      // PostgreSQL's answer to a commit after an error that the work kept to itself.
      if (command !== 'COMMIT') throw new Error('the transaction had failed and was not committed')
    } catch (error) {
      // A connection that cannot even roll back is of no use to anyone.
      await client.query('rollback').then(
        () => client.release(),
        () => client.release(true),
      )
      throw error
    }
    client.release()
    effects.run()
    return result
  }

  return {
    engine: 'postgres',
    isExclusive: false,
    db,
    async transaction(work) {
      for (let tries = 1; ; tries++) {
        try {
          return await transact(work)
        } catch (error) {
          if (!isRetryable(error) || tries === maxTries) throw error
        }
      }
    },
    async snapshot(work) {
      const client = await pool.connect()
      try {
        await client.query('begin isolation level repeatable read read only')
        return await work(dbOn(client))
      } finally {
        await client.query('rollback').then(
          () => client.release(),
          () => client.release(true),
        )
      }
    },
    signals: listener.signals,
    clock,
    async migrate() {
      const ran = await migrateOn(direct)
      await listener.start()
      return ran
    },
    connect: () => listener.start(),
    async close() {
      await listener.stop()
      // Watched to the end: what is under way may wait for a server that is silent. Not by the query
      // builder, which ends no pool that it has not used.
      await pool.end()
      watch.stop()
    },
  }
}

/** On a connection of its own: a migration may take as long as it takes. */
const migrateOn = async (connectionString: string): Promise<string[]> => {
  const pool = new Pool({ connectionString, max: 1, connectionTimeoutMillis: connectMs })
  pool.on('error', () => undefined)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await migrate(db, 'postgres')
  } finally {
    await db.destroy()
  }
}

/** Our bigints are instants and counters, far below 2^53: numbers, not the text `pg` makes. */
const getTypeParser: typeof types.getTypeParser = (oid, format) =>
  oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format)
