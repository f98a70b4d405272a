import { StringDecoder } from 'node:string_decoder'
import type { Dispatcher } from 'undici'
import { remember } from '../../kit/bounded.ts'
import type { Clock } from '../../kit/clock.ts'
import { type Connection, type Connections, createConnections } from './sender.connections.ts'
import { isClosing, sentenceOf, unwantedStatus, verdictOn } from './sender.failures.ts'
import type { TargetGuard } from './target-guard.ts'

export interface Outgoing {
  url: string
  headers: Record<string, string>
  body: string
  /** The organization on whose behalf the host name is looked up. */
  owner?: string
}

export interface Outcome {
  startedAt: number
  durationMs: number
  /** Null when none came in time. */
  status: number | null
  /** A sentence for the owner of the webhook; null when the receiver took it. */
  error: string | null
  /** The beginning of what came with the status. */
  responseBody: string | null
}

export interface Sender {
  /** One attempt. Whatever goes wrong is its outcome: it never rejects. */
  send(outgoing: Outgoing): Promise<Outcome>
  /** Ends all connections; attempts under way fail. */
  close(): Promise<void>
}

interface SenderOptions {
  clock: Clock
  /** Nothing of an attempt, from the look-up of the name to the last byte, outlives this. */
  timeoutMs: number
  guard: TargetGuard
}

const mostReadBytes = 64 * 1024
const mostKeptBytes = 4 * 1024

export const createSender = ({ clock, timeoutMs, guard }: SenderOptions): Sender => {
  const connections = createConnections(guard)
  return {
    send: (outgoing) =>
      new Promise((resolve) => {
        new Attempt(outgoing, connections, clock.now(), resolve).begin(timeoutMs)
      }),
    close: connections.close,
  }
}

interface Target {
  origin: string
  hostname: string
  path: string
}

const targetOf = remember('targets', { bytes: 4 * 2 ** 20 }, (url): Target => {
  const { origin, hostname, pathname, search } = new URL(url)
  return { origin, hostname, path: `${pathname}${search}` }
})

/** Ends once: with the answer, with what went wrong, or with its time. */
class Attempt implements Dispatcher.DispatchHandler {
  private readonly outgoing: Outgoing
  private readonly connections: Connections
  private readonly startedAt: number
  private readonly end: (outcome: Outcome) => void

  private readonly startedMs = performance.now()
  private timer: NodeJS.Timeout | undefined
  private connection: Connection | undefined
  private isAnswered = false
  private isOver = false
  private status: number | null = null
  private readBytes = 0
  private readonly chunks: Buffer[] = []

  constructor(
    outgoing: Outgoing,
    connections: Connections,
    startedAt: number,
    end: (outcome: Outcome) => void,
  ) {
    this.outgoing = outgoing
    this.connections = connections
    this.startedAt = startedAt
    this.end = end
  }

  begin(timeoutMs: number): void {
    this.timer = setTimeout(() => this.breakOff(`No answer within ${timeoutMs} ms.`), timeoutMs)
    try {
      const { url, owner = '' } = this.outgoing
      this.sendOn(this.connections.take(targetOf(url).origin, owner))
    } catch (error) {
      this.breakOff(sentenceOf(error, ''))
    }
  }

  private sendOn(connection: Connection): void {
    const { url, headers, body } = this.outgoing
    this.connection = connection
    connection.client.dispatch({ method: 'POST', path: targetOf(url).path, headers, body }, this)
  }

  onRequestStart(): void {
    // Undici insists on it. What it hands over is not needed: an attempt ends by its connection.
  }

  onResponseStarted(): void {
    this.isAnswered = true
  }

  onResponseStart(_: unknown, status: number): void {
    // What is merely informational precedes the answer; after 101 none comes any more.
    if (status >= 200 || status === 101) this.status = status
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    if (this.readBytes < mostKeptBytes) this.chunks.push(chunk)
    this.readBytes += chunk.length
    if (this.readBytes > mostReadBytes) this.breakOff(null)
  }

  onResponseEnd(): void {
    // An answer that was cut off can still come to its end within the bytes that are being read.
    if (this.isOver) return
    if (this.connection) this.connections.giveBack(this.connection)
    this.settle(null)
  }

  onResponseError(_: unknown, error: Error): void {
    if (this.isOver) return
    const { origin, hostname } = targetOf(this.outgoing.url)
    // The receiver closed a kept connection just when it was used again. It may have got the
    // request nonetheless, which is allowed: an event can arrive more than once.
    if (this.connection?.isUsed && !this.isAnswered && isClosing(error)) {
      this.connections.destroy(this.connection)
      this.sendOn(this.connections.open(origin, this.connection.owner))
      return
    }
    this.status ??= unwantedStatus(error)
    this.breakOff(sentenceOf(error, hostname))
  }

  /** Also ends the connection: whatever it still carries is of no use to anyone. */
  private breakOff(reason: string | null): void {
    if (this.isOver) return
    this.settle(reason)
    if (this.connection) this.connections.destroy(this.connection)
  }

  /** Once the status is there, it alone decides, whatever happens to the rest of the answer. */
  private settle(reason: string | null): void {
    this.isOver = true
    clearTimeout(this.timer)
    const { startedAt, status } = this
    const durationMs = Math.round(performance.now() - this.startedMs)
    const error = status === null ? reason : verdictOn(status)
    const responseBody = status === null ? null : textOf(this.chunks)
    this.end({ startedAt, durationMs, status, error, responseBody })
  }
}

const textOf = (chunks: Buffer[]): string => {
  if (chunks.length === 0) return ''
  const bytes = Buffer.concat(chunks).subarray(0, mostKeptBytes)
  // The decoder leaves out a last character that was cut in two. PostgreSQL takes no U+0000.
  return new StringDecoder('utf8').write(bytes).replaceAll('\0', '\uFFFD')
}
