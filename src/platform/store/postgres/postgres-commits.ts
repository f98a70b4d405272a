import type { Pool, PoolClient, QueryResult } from 'pg'
import type { Logger } from '../../kit/log.ts'
import { CommitUnknown, Unavailable } from '../errors.ts'
import { WatchedClient } from './postgres-connection.ts'

/** The commit of a transaction: sent with its last statements, or after its work. */
export class Ending {
  private readonly client: PoolClient
  private sent: Promise<QueryResult> | undefined
  private asked = 0
  private warned = 0

  constructor(client: PoolClient) {
    this.client = client
  }

  /** Whether the server may have committed. */
  get isSent(): boolean {
    return this.sent !== undefined
  }

  last<T>(send: () => Promise<T>): Promise<T> {
    const sending = send()
    this.send()
    return sending
  }

  /** Resolves when the commit is confirmed. `left` is called if it is no longer waited for. */
  async commit(left: (confirmation: Promise<unknown>) => void) {
    // Such a statement would have been committed by itself.
    if (this.sent && counts(this.client).asked > this.asked) {
      throw new Error('a statement was sent after the last ones')
    }
    const { command } = await this.confirmed(this.sent ?? this.send(), left)
    // PostgreSQL's response to a commit after an error that the work caught.
    if (command !== 'COMMIT') throw new Error('the transaction had failed and was not committed')
    // PostgreSQL reports a success when the wait for a synchronous standby is cancelled; only the
    // warning tells the difference.
    if (counts(this.client).warned > this.warned) throw new CommitUnknown()
  }

  private send(): Promise<QueryResult> {
    this.warned = counts(this.client).warned
    this.sent = this.client.query('commit')
    this.asked = counts(this.client).asked
    // Awaited by `commit`, unless the statements fail.
    this.sent.catch(() => undefined)
    return this.sent
  }

  private confirmed(
    sent: Promise<QueryResult>,
    left: (confirmation: Promise<unknown>) => void,
  ): Promise<QueryResult> {
    const { client } = this
    if (!(client instanceof WatchedClient)) return sent
    return new Promise<QueryResult>((resolve, reject) => {
      client.leaveCommit = () => {
        left(sent)
        reject(new CommitUnknown())
      }
      sent.then(resolve, reject)
    }).finally(() => {
      client.leaveCommit = undefined
    })
  }
}

const counts = (client: PoolClient): { asked: number; warned: number } =>
  client instanceof WatchedClient ? client : { asked: 0, warned: 0 }

/**
 * Commits that wait for a synchronous standby and that no caller waits for any more. Their
 * connections stay open and leave the pool, so that others can read; when the standby answers, the
 * commits are confirmed by themselves.
 */
export const createLeftCommits = (pool: Pool, log: Logger) => {
  const left = new Set<PoolClient>()
  let isClosing = false

  const giveUp = (client: PoolClient) => {
    if (client instanceof WatchedClient) client.giveUp('the service is closing')
  }

  return {
    /**
     * PostgreSQL confirms commits in their order, so that another one would only wait too. This also
     * bounds the number of connections that wait.
     */
    requireNone() {
      if (left.size > 0) throw new Unavailable('the synchronous standby does not confirm commits')
    },
    has: (client: PoolClient) => left.has(client),
    add(client: PoolClient, confirmation: Promise<unknown>, confirmed: () => void) {
      if (left.size === 0) log.error('the synchronous standby does not confirm commits')
      left.add(client)
      pool.options.max += 1
      const end = () => {
        left.delete(client)
        pool.options.max -= 1
        client.release(true)
        if (left.size === 0) log.warn('commits are confirmed again, or their connections are lost')
      }
      confirmation.then(confirmed, () => undefined).finally(end)
      if (isClosing) giveUp(client)
    },
    /** The transactions stay as they are at the server. */
    close() {
      isClosing = true
      for (const client of left) giveUp(client)
    },
  }
}
