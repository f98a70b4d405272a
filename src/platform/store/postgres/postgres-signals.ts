import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { secondMs } from '../../kit/clock.ts'
import type { Logger } from '../../kit/log.ts'
import { createLocalSignals, type Signal, type Signals } from '../signals.ts'
import { connectMsOf, WatchedClient } from './postgres-connection.ts'
import type { Hosts } from './postgres-hosts.ts'

const channel = 'qpr'
const coalesceMs = 10
const reconnectMs = 500
const heartbeatMs = 5 * secondMs
/** A signal between two processes takes milliseconds, but a machine may be busy. */
const echoMs = 5 * secondMs
const goodbyeMs = secondMs
/** A notification may have 8,000 bytes; a signal has about 70. */
const signalsPerNotice = 80

interface SignalsOptions {
  /**
   * The URL of PostgreSQL itself, because a pooler in transaction mode forwards no notifications.
   */
  url: string
  hosts: Hosts | null
  pool: Pool
  log: Logger
  /** Called regularly on the listening connection. If it fails, the connection is lost. */
  heartbeat: (client: WatchedClient) => Promise<void>
  /** Called when the listening connection is lost, because other connections may be lost too. */
  lost: () => void
}

/**
 * Signals over PostgreSQL's listen/notify. They are sent after the commit and in groups, because a
 * notify inside a transaction makes all commits of the database wait for each other.
 */
export const createPostgresSignals = (options: SignalsOptions) => {
  const { url, hosts, pool, log, heartbeat, lost } = options
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

  /** A heartbeat distinguishes a dead connection from a quiet one. */
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
      hosts,
      keepAlive: true,
      connectionTimeoutMillis: connectMsOf(url),
      query_timeout: heartbeatMs,
    })
    client.on('notification', ({ payload }) => receive(payload))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      await heartbeat(client)
    } catch (error) {
      client.giveUp('it cannot listen')
      throw error
    }
    // It was stopped meanwhile: nothing else would end this connection.
    if (stopped) return client.giveUp('the service is closing')
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

  /**
   * A pooler in transaction mode accepts a `listen` but forwards nothing, so wait for our own
   * signal.
   */
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
      // Deduplicates signals.
      waiting.set(JSON.stringify(signal), signal)
      timer ??= setTimeout(() => {
        notify().catch((error) => log.warn({ err: error }, 'could not notify other processes'))
      }, coalesceMs)
    },
    listen: local.listen,
  }
  return {
    signals,
    /**
     * Rejects when the first connection fails, because a service without signals must not start.
     */
    async start() {
      // A migration may have started it.
      if (listener) return
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
