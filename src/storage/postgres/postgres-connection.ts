import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import { Client, type ClientConfig } from 'pg'
import { secondMs } from '../../kit/clock.ts'

/** Identifies the connections of this process on the server. */
export const processTag = randomBytes(4).toString('hex')

export const connectMs = 3 * secondMs

let connections = 0

/**
 * A connection that knows how long it has waited for a result, and that can be given up. It has a
 * unique name in the server's activity view, even through a pooler, so that another connection can
 * see whether the server is working for it or never received the query.
 */
export class WatchedClient extends Client {
  readonly label: string
  /** The number of queries without a result. */
  pending = 0
  /** The time since which the oldest of them has been waiting (by `performance.now()`). */
  waitingSince = 0
  private readonly socket: Socket

  constructor(config: ClientConfig = {}) {
    const socket = new Socket()
    connections += 1
    const label = `qpr ${processTag}.${connections}`
    // No other startup parameter, because PgBouncer refuses unknown ones.
    super({ ...config, application_name: label, stream: () => socket })
    this.socket = socket
    this.label = label
    this.countQuestions()
  }

  /** Running queries fail as if the server had closed the connection. */
  giveUp(reason: string) {
    this.socket.destroy(new Error(`Connection terminated: ${reason}`))
  }

  /** Queries that are asked at once leave in one packet. Each packet wakes the server. */
  private sendTogether() {
    if (this.socket.writableCorked > 0) return
    this.socket.cork()
    process.nextTick(() => this.socket.uncork())
  }

  private countQuestions() {
    const ask = this.query.bind(this) as (...args: unknown[]) => unknown
    const answered = () => {
      this.pending -= 1
      this.waitingSince = performance.now()
    }
    const counted = (...args: unknown[]): unknown => {
      if (this.pending === 0) this.waitingSince = performance.now()
      this.pending += 1
      this.sendTogether()
      const callback = args.at(-1)
      if (typeof callback !== 'function') {
        const answer = ask(...args) as Promise<unknown>
        answer.then(answered, answered)
        return answer
      }
      const told = (...answer: unknown[]) => {
        answered()
        callback(...answer)
      }
      return ask(...args.slice(0, -1), told)
    }
    this.query = counted as typeof this.query
  }
}

/** Removes the name from the URL, because `pg` prefers parameters of the URL to ours. */
export const withoutName = (url: string): string => {
  const address = new URL(url)
  address.searchParams.delete('application_name')
  return address.href
}
