import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { secondMs } from '../../kit/clock.ts'
import type { Logger } from '../../kit/log.ts'
import { createLocalSignals, type Signal, type Signals } from '../signals.ts'
import { connectMs, WatchedClient } from './postgres-connection.ts'

const channel = 'qpr'
const coalesceMs = 10
const reconnectMs = 500
const heartbeatMs = 5 * secondMs
/** Between two processes a signal takes milliseconds; a machine may be busy. */
const echoMs = 5 * secondMs
const goodbyeMs = secondMs
/** PostgreSQL takes 8,000 bytes; a signal has about 70. */
const signalsPerNotice = 80

interface SignalsOptions {
  /** Of PostgreSQL itself: a pooler in transaction mode passes no notification on. */
  url: string
  pool: Pool
  log: Logger
  /** Asked again and again on the listening connection, which is lost where this fails. */
  heartbeat: (client: WatchedClient) => Promise<void>
  /** The listening connection is lost: so may others be. */
  lost: () => void
}

/**
 * Signals over PostgreSQL's listen/notify. Sent after the commit and a few together: inside a
 * transaction a notify would make all commits of the database wait for each other.
 */
export const createPostgresSignals = ({ url, pool, log, heartbeat, lost }: SignalsOptions) => {
  const local = createLocalSignals()
  const self = randomUUID()
  const waiting = new Map<string, Signal>()
  let timer: NodeJS.Timeout | undefined
  let reconnecting: NodeJS.Timeout | undefined
  let listener: WatchedClient | undefined
  let echo: NodeJS.Timeout | undefined
  let stopped = false

  const publish = (signals: Signal[]) =>
    pool.query('select pg_notify($1, $2)', [channel, JSON.stringify({ from: self, signals })])

  const notify = async () => {
    timer = undefined
    const signals = [...waiting.values()]
    waiting.clear()
    for (let at = 0; at < signals.length; at += signalsPerNotice) {
      await publish(signals.slice(at, at + signalsPerNotice))
    }
  }

  const receive = (payload = '{}') => {
    const notice = JSON.parse(payload) as { from: string; signals: Signal[] }
    if (notice.from === self) return clearTimeout(echo)
    for (const signal of notice.signals) local.send(signal)
  }

  /** The answer to a question tells a silent connection from a quiet one. */
  const keepAsking = (client: WatchedClient) => {
    const asking = setInterval(() => {
      if (client.pending > 0) return
      heartbeat(client).catch(() => client.giveUp('the database does not respond'))
    }, heartbeatMs).unref()
    client.on('end', () => {
      clearInterval(asking)
      if (stopped) return
      log.warn('the listening database connection was lost')
      lost()
      reconnecting = setTimeout(reconnect, reconnectMs).unref()
    })
  }

  const connect = async () => {
    const client = new WatchedClient({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: connectMs,
      query_timeout: heartbeatMs,
    })
    // Ends with `end` too; without a handler it would end the process.
    client.on('error', () => undefined)
    client.on('notification', ({ payload }) => receive(payload))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      await heartbeat(client)
    } catch (error) {
      client.giveUp('it cannot listen')
      throw error
    }
    listener = client
    keepAsking(client)
    local.send({ kind: 'reconnected' })
  }

  const reconnect = () => {
    if (stopped) return
    connect().catch(() => {
      reconnecting = setTimeout(reconnect, reconnectMs).unref()
    })
  }

  /** A pooler in transaction mode takes a `listen`, and nothing is ever heard. */
  const listenForEcho = async () => {
    echo = setTimeout(() => {
      log.warn(
        'no notification arrives: set DATABASE_URL_DIRECT to the address of PostgreSQL without ' +
          'the pooler',
      )
    }, echoMs).unref()
    await publish([])
  }

  const signals: Signals = {
    send(signal) {
      local.send(signal)
      // The same news twice is no news.
      waiting.set(JSON.stringify(signal), signal)
      timer ??= setTimeout(() => {
        notify().catch((error) => log.warn({ err: error }, 'could not notify other processes'))
      }, coalesceMs)
    },
    listen: local.listen,
  }
  return {
    signals,
    /** Fails where the first connection does: a service that hears nothing must not start. */
    async start() {
      await connect()
      await listenForEcho()
    },
    async stop() {
      stopped = true
      for (const one of [timer, reconnecting, echo]) clearTimeout(one)
      const hurry = setTimeout(() => listener?.giveUp('the server did not say goodbye'), goodbyeMs)
      await listener?.end()
      clearTimeout(hurry)
    },
  }
}
