import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import { secondMs } from '../../kit/clock.ts'
import type { Logger } from '../../kit/log.ts'
import { processTag, WatchedClient } from './postgres-connection.ts'
import type { Hosts } from './postgres-hosts.ts'

interface WatchOptions {
  /** The URL of PostgreSQL itself, bypassing any pooler. */
  url: string
  hosts: Hosts | null
  log: Logger
  /** After this time without a result the server is asked what it is doing. */
  silenceMs?: number | undefined
  /** A statement is cancelled after this time. */
  statementMs?: number | undefined
}

const checkEveryMs = secondMs / 2
/** Together with the earlier wait of a request, it gets a response within 15 s. */
const probeMs = 4 * secondMs
/** A result may be in transit when the server reports that it is done. */
const graceMs = 250

const sessions = `
  select application_name, coalesce(wait_event = 'SyncRep', false) as is_committed
  from pg_stat_activity
  where application_name like $1 and state in ('active', 'fastpath function call')`

/**
 * Never a commit that waits for a synchronous standby: PostgreSQL would end the wait and report a
 * success, although the standby lacks the transaction.
 */
const cancel = `
  select pg_cancel_backend(pid) from pg_stat_activity
  where application_name = any($1) and state = 'active' and wait_event is distinct from 'SyncRep'`

const cancelIfLocked = `${cancel} and wait_event_type = 'Lock'`

/**
 * Finds dead connections: packets are dropped, or the server is frozen, and the connection stays
 * open. A long statement looks the same from here, so another connection asks the server whether it
 * is working for the waiting one. If it is not, or does not answer either, the connection is given
 * up, together with the idle ones.
 */
export const watchConnections = (options: WatchOptions) => {
  const { url, hosts, log, silenceMs = 5 * secondMs, statementMs = 30 * secondMs } = options
  /** A commit that waits longer for a standby is no longer waited for. */
  const unconfirmedMs = 2 * silenceMs
  const clients = new Set<WatchedClient>()
  /** The last time at which the server was working for the connection. */
  const seenAt = new WeakMap<WatchedClient, number>()
  let isLooking = false

  const silentFor = (client: WatchedClient, ms: number): boolean =>
    client.pending > 0 &&
    performance.now() - Math.max(client.waitingSince, seenAt.get(client) ?? 0) >= ms

  /**
   * The labels of connections for which the server is working, and whether only the confirmation of
   * a standby is missing. Cancels statements that take too long.
   */
  const ask = async (silent: WatchedClient[]): Promise<Map<string, boolean>> => {
    const probe = new WatchedClient({
      connectionString: url,
      hosts,
      connectionTimeoutMillis: probeMs,
      query_timeout: probeMs,
    })
    try {
      await probe.connect()
      const { rows } = await probe.query<{ application_name: string; is_committed: boolean }>(
        sessions,
        [`qpr ${processTag}.%`],
      )
      const atWork = new Map(rows.map((row) => [row.application_name, row.is_committed]))
      const overdue = silent.filter((client) => waitedMs(client) >= statementMs)
      if (overdue.length > 0) await probe.query(cancel, [labelsOf(overdue)])
      // A commit that no standby confirms keeps its locks.
      const isStuck = (client: WatchedClient) => waitedMs(client) >= unconfirmedMs
      if ([...clients].some((client) => isStuck(client) && atWork.get(client.label))) {
        await probe.query(cancelIfLocked, [labelsOf(silent.filter(isStuck))])
      }
      probe.end().catch(() => undefined)
      return atWork
    } catch (error) {
      probe.giveUp('the database does not answer')
      log.warn({ err: error }, 'the database does not answer')
      // A server that refuses the connection, because it has too many, is alive and gets more time.
      const isHeard = error instanceof DatabaseError
      const spared = silent.filter((client) => isHeard && waitedMs(client) < 2 * silenceMs)
      return new Map(spared.map(({ label }) => [label, false]))
    }
  }

  const giveUp = (client: WatchedClient) => {
    clients.delete(client)
    client.giveUp('the database does not respond')
  }

  /**
   * Idle connections use the same network path; a request that takes one of them would wait as long
   * again.
   */
  const dropIdle = () => {
    for (const client of clients) {
      const isIdle = client.pending === 0 && client.getTransactionStatus() !== 'T'
      if (isIdle && performance.now() - client.waitingSince > secondMs) giveUp(client)
    }
  }

  const check = async () => {
    const silent = [...clients].filter((client) => silentFor(client, silenceMs))
    if (silent.length === 0) return
    const askedAt = performance.now()
    const busy = await ask(silent)
    await wait(graceMs)
    const lost = silent.filter((client) => client.pending > 0 && client.waitingSince < askedAt)
    for (const client of lost) {
      if (busy.has(client.label)) seenAt.set(client, askedAt)
      else giveUp(client)
      const isUnconfirmed = askedAt - client.waitingSince >= unconfirmedMs
      if (isUnconfirmed && busy.get(client.label)) client.leaveCommit?.()
    }
    if (lost.some(({ label }) => !busy.has(label))) dropIdle()
  }

  const timer = setInterval(async () => {
    if (isLooking) return
    isLooking = true
    await check()
    isLooking = false
  }, checkEveryMs).unref()

  return {
    add(client: WatchedClient) {
      clients.add(client)
      client.on('end', () => clients.delete(client))
    },
    dropIdle,
    stop: () => clearInterval(timer),
  }
}

const waitedMs = ({ waitingSince }: WatchedClient): number => performance.now() - waitingSince

const labelsOf = (clients: WatchedClient[]): string[] => clients.map(({ label }) => label)
