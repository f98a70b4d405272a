import { Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import { secondMs } from '../kit/clock.ts'
import type { Logger } from '../kit/log.ts'
import { collectEffects, type Database, type Transaction } from './database.ts'
import { isRetryable } from './errors.ts'
import { migrate } from './migrations/migrations.ts'
import { createClientDbs, runNamed } from './postgres-client.ts'
import { createPostgresSignals } from './postgres-signals.ts'
import { runPreparedWith } from './prepared.ts'
import type { Tables } from './tables.ts'

const maxTries = 5
const statementMs = 30 * secondMs

interface PostgresOptions {
  /** How long the server may say nothing while we wait for it; longer than any statement takes. */
  silenceMs?: number
}

export const openPostgres = (
  url: string,
  log: Logger,
  { silenceMs = statementMs + 5 * secondMs }: PostgresOptions = {},
): Database => {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 3 * secondMs,
    idleTimeoutMillis: 30 * secondMs,
    statement_timeout: statementMs,
    stream: () => impatientSocket(silenceMs),
    pipeline: true,
    application_name: 'qpr',
    types: { getTypeParser },
  })
  // A connection that breaks must not end the process: the pool opens another, and what was under
  // way on it fails by itself. The pool looks after the idle ones only, so each is listened to.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost')),
  )
  pool.on('error', () => undefined)
  const listener = createPostgresSignals(url, pool, log)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

  runPreparedWith(db, (query) => runNamed(pool, query))
  const dbOn = createClientDbs()

  const transact = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    const effects = collectEffects()
    const client = await pool.connect()
    let result: T
    try {
      // Not waited for: it travels with the first statement of the work. If it fails, so do they.
      client.query('begin').catch(() => undefined)
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
    async migrate() {
      const ran = await migrate(db, 'postgres')
      await listener.start()
      return ran
    },
    async close() {
      await listener.stop()
      await db.destroy()
    },
  }
}

/** A server that froze, or a network that swallows everything, would be waited for without end. */
const impatientSocket = (silenceMs: number): Socket => {
  const socket = new Socket()
  const silence = new Error(`Connection terminated: not a word for ${silenceMs} ms`)
  return socket.setTimeout(silenceMs, () => socket.destroy(silence))
}

/** Our bigints are instants and counters, far below 2^53: numbers, not the text `pg` makes. */
const getTypeParser: typeof types.getTypeParser = (oid, format) =>
  oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format)
