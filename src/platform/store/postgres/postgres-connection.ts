import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import { Client, type ClientConfig } from 'pg'
import { secondMs } from '../../kit/clock.ts'
import { hostUrls } from '../../kit/parsers.ts'
import type { Hosts } from './postgres-hosts.ts'

/** Identifies the connections of this process on the server. */
export const processTag = randomBytes(4).toString('hex')

/** How long to wait for a connection: `connect_timeout` of the URL, in seconds, or three seconds. */
export const connectMsOf = (url: string): number => {
  const parameters = new URLSearchParams(url.split('?')[1])
  return (Number(parameters.get('connect_timeout')) || 3) * secondMs
}

interface WatchedConfig extends ClientConfig {
  /** Several servers, of which one is the primary. */
  hosts?: Hosts | null
}

let connections = 0

/**
 * A connection that knows how long it has waited for a result, and that can be given up. It has a
 * unique name in the server's activity view, even through a pooler, so that another connection can
 * see whether the server is working for it or never received the query.
 */
export class WatchedClient extends Client {
  readonly label: string
  /** The number of queries. */
  asked = 0
  /** The number of queries without a result. */
  pending = 0
  /** The time since which the oldest of them has been waiting (by `performance.now()`). */
  waitingSince = 0
  /** The number of warnings. */
  warned = 0
  /** Stops waiting for the confirmation of the running commit, which goes on at the server. */
  leaveCommit: (() => void) | undefined
  /** The URL of the server, of several, that it is connected to. */
  server: string | undefined
  private readonly socket: Socket
  private readonly hosts: Hosts | null

  constructor({ hosts = null, ...config }: WatchedConfig = {}) {
    const socket = new Socket()
    connections += 1
    const label = `qpr ${processTag}.${connections}`
    // No other startup parameter, because PgBouncer refuses unknown ones.
    const { connectionString = '' } = config
    const [first] = hostUrls(connectionString)
    super({
      ...config,
      ...(first !== undefined && { connectionString: first }),
      application_name: label,
      stream: () => socket,
    })
    // From the start: an `error` without a listener ends the process, and `pg` listens only between
    // `connect` and the first result. Queries and `connect` fail by themselves.
    socket.on('error', () => undefined)
    this.on('error', () => undefined)
    // Class 00 is a notice. The severity itself is translated.
    this.on('notice', ({ code }) => {
      if (!code?.startsWith('00')) this.warned += 1
    })
    this.socket = socket
    this.label = label
    this.hosts = hosts
    this.countQuestions()
    if (hosts) this.connectToPrimary(hosts)
  }

  /** Another server of the list may accept writes now. */
  doubtPrimary() {
    this.hosts?.doubt(this.server)
  }

  /** Running queries fail as if the server had closed the connection. */
  giveUp(reason: string) {
    this.socket.destroy(new Error(`Connection terminated: ${reason}`))
  }

  private connectToPrimary(hosts: Hosts) {
    const connect = this.connect.bind(this) as () => Promise<unknown>
    const end = this.end.bind(this) as (...args: unknown[]) => unknown
    let isEnding = false
    const find = async () => {
      this.server = await hosts.primary()
      const { hostname, port } = new URL(this.server)
      // Node.js would connect a destroyed socket again, for a caller that no longer waits.
      if (this.socket.destroyed) throw new Error('Connection terminated: no primary in time')
      Object.assign(this, { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 5432) })
      hosts.add(this)
      await connect()
    }
    this.connect = ((callback?: (error?: Error) => void) => {
      const connecting = find().catch((error: Error) => {
        hosts.remove(this)
        this.doubtPrimary()
        throw error
      })
      if (!callback) return connecting
      connecting.then(() => callback(), callback)
    }) as typeof this.connect
    this.end = ((...args: unknown[]) => {
      isEnding = true
      return end(...args)
    }) as typeof this.end
    this.on('end', () => {
      hosts.remove(this)
      if (!isEnding) this.doubtPrimary()
    })
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
      this.asked += 1
      this.pending += 1
      this.sendTogether()
      const callback = args.at(-1)
      if (typeof callback !== 'function') {
        const answer = ask(...args) as Promise<unknown>
        answer.then(answered, answered)
        return answer
      }
      const settle = (...answer: unknown[]) => {
        answered()
        callback(...answer)
      }
      return ask(...args.slice(0, -1), settle)
    }
    this.query = counted as typeof this.query
  }
}

/** Removes the name from the URL, because `pg` prefers parameters of the URL to ours. */
export const withoutName = (url: string): string => {
  const [address = url, query = ''] = url.split('?')
  const parameters = new URLSearchParams(query)
  parameters.delete('application_name')
  return parameters.size > 0 ? `${address}?${parameters}` : address
}
