import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool, type PoolClient, type PoolConfig, types } from 'pg'
import { secondMs, systemClock } from '../../kit/clock.ts'
import type { Logger } from '../../kit/log.ts'
import {
  collectEffects,
  type Database,
  type Db,
  type Transaction,
  type TransactionOptions,
} from '../database.ts'
import { CommitUnknown, isReadOnly, isRetryable } from '../errors.ts'
import { migrate } from '../migrations/migrations.ts'
import { withdrawProofs } from '../partitions/keep.ts'
import { runPreparedWith } from '../prepared.ts'
import type { Tables } from '../tables.ts'
import { createDatabaseClock, timeSourceOn } from './database-clock.ts'
import { createClientDbs, createQueryRunner } from './postgres-client.ts'
import { createLeftCommits, Ending } from './postgres-commits.ts'
import { connectMsOf, WatchedClient, withoutName } from './postgres-connection.ts'
import { type Hosts, hostsFor } from './postgres-hosts.ts'
import { createFileMemory } from './postgres-primary.ts'
import { createPostgresSignals } from './postgres-signals.ts'
import { watchConnections } from './postgres-watch.ts'
import { checkTls } from './tls.ts'

const maxTries = 5

/** A row that is locked for longer is locked by a person or a large change. */
const defaultLockMs = 3 * secondMs

/**
 * If a process freezes or loses its network during a transaction, the server must release its
 * locks. A transaction that waits for a lock occupies one of few connections, so the wait is short.
 * Set locally instead of as connection parameters, which a pooler would refuse or share with other
 * programs.
 */
const begin = (lockMs: number) =>
  [
    'begin',
    `set local idle_in_transaction_session_timeout = ${10 * secondMs}`,
    `set local lock_timeout = ${lockMs}`,
    // Only a warning tells that a commit is unknown (see `Ending`).
    'set local client_min_messages = warning',
  ].join('; ')

export interface PostgresOptions {
  /** The URL without a pooler, for listening and for statements without a time limit. */
  directUrl?: string | null
  /**
   * Whether prepared statements have names. PgBouncer before 1.21 loses them in transaction mode.
   */
  isNaming?: boolean
  /** The time without a result after which the server is asked what it is doing. */
  silenceMs?: number
  statementMs?: number
  /** The file that remembers the primary of several servers, for the next start. */
  primaryFile?: string
}

export const openPostgres = (
  address: string,
  log: Logger,
  { directUrl, isNaming = true, silenceMs, statementMs, primaryFile }: PostgresOptions = {},
): Database => {
  const url = withoutName(address)
  const direct = withoutName(directUrl ?? address)
  checkTls(url)
  checkTls(direct)
  const memory = primaryFile === undefined ? undefined : createFileMemory(primaryFile)
  const hosts = hostsFor(url, { log, memory })
  const directHosts = direct === url ? hosts : hostsFor(direct, { log, memory })
  const stopComparing = [...new Set([hosts, directHosts])].map((one) => one?.watch())
  const watch = watchConnections({ url: direct, hosts: directHosts, log, silenceMs, statementMs })
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: connectMsOf(url),
    idleTimeoutMillis: 30 * secondMs,
    pipeline: true,
    types: { getTypeParser },
    // The pool passes these options, although the type declaration omits them.
    ...{ hosts },
    Client: WatchedClient as PoolConfig['Client'],
  })
  // A broken connection must not end the process: the pool opens another, and running queries fail
  // by themselves. The pool handles errors only of idle connections, so add a handler to each.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
    if (client instanceof WatchedClient) watch.add(client)
  })
  pool.on('error', () => undefined)
  const clock = createDatabaseClock({ own: systemClock, log })
  const listener = createPostgresSignals({
    url: direct,
    hosts: directHosts,
    pool,
    log,
    heartbeat: (client) => clock.measure(timeSourceOn(client)),
    lost: watch.dropIdle,
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

  const runOn = createQueryRunner(isNaming)
  runPreparedWith(db, (query) => runOn(pool, query))
  const dbOn = createClientDbs(runOn)

  const leftCommits = createLeftCommits(pool, log)

  const connectToWrite = async (): Promise<PoolClient> => {
    leftCommits.requireNone()
    const client = await pool.connect()
    try {
      leftCommits.requireNone()
      return client
    } catch (error) {
      client.release()
      throw error
    }
  }

  const transact = async <T>(
    work: (tx: Transaction) => Promise<T>,
    { lockMs = defaultLockMs }: TransactionOptions = {},
  ): Promise<T> => {
    const effects = collectEffects()
    const client = await connectToWrite()
    const ending = new Ending(client)
    let result: T
    try {
      // Nobody waits for it: it is sent together with the first statement. If it fails, so does that
      // statement.
      client.query(begin(lockMs)).catch(() => undefined)
      const { afterCommit } = effects
      const last: Transaction['last'] = (send) => ending.last(send)
      result = await work({ db: dbOn(client), engine: 'postgres', afterCommit, last })
      await ending.commit((confirmation) => leftCommits.add(client, confirmation, effects.run))
    } catch (error) {
      if (leftCommits.has(client)) throw error
      // The server became a standby. Its connections answer, but cannot write.
      const isDemoted = isReadOnly(error)
      if (isDemoted && client instanceof WatchedClient) client.doubtPrimary()
      const isAlive = await client.query('rollback').then(
        () => true,
        () => false,
      )
      // A connection that cannot roll back is unusable.
      client.release(isDemoted || !isAlive)
      // A session that goes on has answered the commit; one that ended may have committed before.
      if (ending.isSent && !isAlive) throw new CommitUnknown({ cause: error })
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
    async transaction(work, options) {
      for (let tries = 1; ; tries++) {
        try {
          return await transact(work, options)
        } catch (error) {
          if (!isRetryable(error) || tries === maxTries) throw error
          // Without it, a victim of a deadlock could lock its rows again before the winner wakes up.
          await wait(10 * 2 ** tries)
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
    version: () => null,
    load: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    signals: listener.signals,
    clock,
    maintain: (work) => maintainOn(direct, directHosts, work),
    async migrate() {
      const ran = await maintainOn(direct, directHosts, async (on) => {
        const steps = await migrate(on, 'postgres')
        await withdrawProofs(on, systemClock.now())
        return steps
      })
      await listener.start()
      return ran
    },
    connect: () => listener.start(),
    async close() {
      await listener.stop()
      leftCommits.close()
      // Watched until the end, because running queries may wait for a dead server. Not ended by the
      // query builder, which does not end a pool that it has not used.
      await pool.end()
      watch.stop()
      for (const stop of stopComparing) stop?.()
    },
  }
}

/** On its own connection, because a migration has no time limit. */
const maintainOn = async <T>(
  connectionString: string,
  hosts: Hosts | null,
  work: (db: Db) => Promise<T>,
) => {
  const pool = new Pool({
    connectionString,
    ...{ hosts },
    max: 1,
    connectionTimeoutMillis: connectMsOf(connectionString),
    Client: WatchedClient as PoolConfig['Client'],
  })
  pool.on('error', () => undefined)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/**
 * Our bigints are instants and counters far below 2^53, so return numbers instead of the strings of
 * `pg`.
 */
const getTypeParser: typeof types.getTypeParser = (oid, format) =>
  oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format)
