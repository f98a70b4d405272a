import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import { Client, type ClientConfig } from 'pg'
import { secondMs } from '../../kit/clock.ts'

/** Tells the connections of this process from those of others, on the server too. */
export const processTag = randomBytes(4).toString('hex')

export const connectMs = 3 * secondMs

let connections = 0

/**
 * A connection that knows how long it has been waiting for an answer, and that can be given up. It
 * has a name of its own among the activities of the server, also through a pooler: so another
 * connection can see whether the server is at work for it, or has never heard of the question.
 */
export class WatchedClient extends Client {
  readonly label: string
  /** Questions without an answer yet. */
  pending = 0
  /** When the oldest of them became the one to be answered (by `performance.now()`). */
  waitingSince = 0
  private readonly socket: Socket

  constructor(config: ClientConfig = {}) {
    const socket = new Socket()
    connections += 1
    const label = `qpr ${processTag}.${connections}`
    // No other parameter at the start: PgBouncer refuses those that it does not know.
    super({ ...config, application_name: label, stream: () => socket })
    this.socket = socket
    this.label = label
    this.countQuestions()
  }

  /** What is under way fails as it does when the server hangs up. */
  giveUp(reason: string) {
    this.socket.destroy(new Error(`Connection terminated: ${reason}`))
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

/** For `pg`, whose own parameters in an address would win over ours. */
export const withoutName = (url: string): string => {
  const address = new URL(url)
  address.searchParams.delete('application_name')
  return address.href
}
