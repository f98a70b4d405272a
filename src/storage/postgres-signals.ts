import { randomUUID } from 'node:crypto'
import { Client, type Pool } from 'pg'
import type { Logger } from '../kit/log.ts'
import { createLocalSignals, type Signal, type Signals } from './signals.ts'

const channel = 'qpr'
const coalesceMs = 10
const reconnectMs = 500
/** PostgreSQL takes 8,000 bytes; a signal has about 70. */
const signalsPerNotice = 80

/**
 * Signals over PostgreSQL's listen/notify. Sent after the commit and a few together: inside a
 * transaction a notify would make all commits of the database wait for each other.
 */
export const createPostgresSignals = (url: string, pool: Pool, log: Logger) => {
  const local = createLocalSignals()
  const self = randomUUID()
  const waiting = new Map<string, Signal>()
  let timer: NodeJS.Timeout | undefined
  let listener: Client | undefined
  let stopped = false

  const notify = async () => {
    timer = undefined
    const signals = [...waiting.values()]
    waiting.clear()
    for (let at = 0; at < signals.length; at += signalsPerNotice) {
      const notice = { from: self, signals: signals.slice(at, at + signalsPerNotice) }
      await pool.query('select pg_notify($1, $2)', [channel, JSON.stringify(notice)])
    }
  }

  const connect = async () => {
    if (stopped) return
    const client = new Client({
      connectionString: url,
      keepAlive: true,
      application_name: 'qpr listen',
    })
    // Ends with `end` too; without a handler it would end the process.
    client.on('error', () => undefined)
    client.on('end', () => {
      if (stopped) return
      log.warn('the listening database connection was lost')
      setTimeout(connect, reconnectMs).unref()
    })
    client.on('notification', ({ payload }) => {
      const notice = JSON.parse(payload ?? '{}') as { from: string; signals: Signal[] }
      if (notice.from !== self) for (const signal of notice.signals) local.send(signal)
    })
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      listener = client
      local.send({ kind: 'reconnected' })
    } catch {
      await client.end().catch(() => undefined)
    }
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
    start: connect,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await listener?.end()
    },
  }
}
