import { StringDecoder } from 'node:string_decoder'
import { setImmediate } from 'node:timers/promises'
import type { Agent, Dispatcher } from 'undici'
import { type Agents, createAgents } from '../../platform/kit/agents.ts'
import { remember } from '../../platform/kit/bounded.ts'
import type { Clock } from '../../platform/kit/clock.ts'
import { type TargetGuard, TargetRefused } from '../../platform/kit/target-guard.ts'

export interface Outgoing {
  url: string
  headers: Record<string, string>
  body: string | Uint8Array
  /** The organization for which the host name is looked up. */
  owner?: string
}

export interface AttemptOutcome {
  startedAt: number
  durationMs: number
  /** Null when no response arrived in time. */
  status: number | null
  /** A sentence for the owner of the webhook; null when the receiver accepted the delivery. */
  error: string | null
  /** The beginning of the response body. */
  responseBody: string | null
}

interface SenderOptions {
  clock: Clock
  /** The limit of a whole attempt, from the look-up of the name to the last byte. */
  timeoutMs: number
  guard: TargetGuard
}

const maxReadBytes = 64 * 1024
const maxKeptBytes = 4 * 1024

export type Sender = ReturnType<typeof createSender>

export const createSender = ({ clock, timeoutMs, guard }: SenderOptions) => {
  const agents = createAgents({ guard, timeoutMs })
  return {
    /** Makes one attempt. Never rejects: every error becomes an outcome. */
    async send(outgoing: Outgoing): Promise<AttemptOutcome> {
      // Undici reuses a connection one turn of the event loop after its last response. An earlier
      // request would open another connection.
      await setImmediate()
      const agent = await agents.agentOf(outgoing.owner ?? '')
      return await new Promise((resolve) => {
        new Attempt(outgoing, agents, agent, clock.now(), resolve).begin(timeoutMs)
      })
    },
    /** Closes all connections; running attempts fail. */
    close: agents.close,
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

/** Ends exactly once: with the response, with an error, or with the time-out. */
class Attempt implements Dispatcher.DispatchHandler {
  private readonly outgoing: Outgoing
  private readonly agents: Agents
  private readonly agent: Agent
  private readonly startedAt: number
  private readonly end: (outcome: AttemptOutcome) => void

  private readonly startedMs = performance.now()
  private timer: NodeJS.Timeout | undefined
  /** Ends the connection while it is being opened; null when the request reuses one. */
  private opening: AbortController | null = null
  /** Undefined until the request is being sent. */
  private request: Dispatcher.DispatchController | undefined
  private isAnswered = false
  private isOver = false
  private status: number | null = null
  private readBytes = 0
  private readonly chunks: Buffer[] = []

  constructor(
    outgoing: Outgoing,
    agents: Agents,
    agent: Agent,
    startedAt: number,
    end: (outcome: AttemptOutcome) => void,
  ) {
    this.outgoing = outgoing
    this.agents = agents
    this.agent = agent
    this.startedAt = startedAt
    this.end = end
  }

  begin(timeoutMs: number): void {
    this.timer = setTimeout(() => this.breakOff(`No answer within ${timeoutMs} ms.`), timeoutMs)
    try {
      this.dispatch()
    } catch (error) {
      this.breakOff(sentenceOf(error, ''))
    }
  }

  private dispatch(): void {
    const { url, headers, body } = this.outgoing
    const { origin, path } = targetOf(url)
    this.request = undefined
    this.opening = this.agents.dispatch(
      this.agent,
      { method: 'POST', origin, path, headers, body },
      this,
    )
  }

  onRequestStart(request: Dispatcher.DispatchController): void {
    this.request = request
    if (this.isOver) this.disconnect()
  }

  onResponseStarted(): void {
    this.isAnswered = true
  }

  onResponseStart(_: unknown, status: number): void {
    // Informational responses precede the final one; after 101 no other response follows.
    if (status >= 200 || status === 101) this.status = status
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    if (this.readBytes < maxKeptBytes) this.chunks.push(chunk)
    this.readBytes += chunk.length
    if (this.readBytes > maxReadBytes) this.breakOff(null)
  }

  onResponseEnd(): void {
    // An aborted response can still complete with bytes that are being read.
    if (this.isOver) return
    this.settle(null)
  }

  onResponseError(_: unknown, error: Error): void {
    if (this.isOver) return
    // The receiver closed a kept-alive connection just as it was reused. It may have received the
    // request anyway, which is allowed, because an event can arrive more than once.
    if (this.opening === null && !this.isAnswered && isClosing(error)) {
      this.dispatch()
      return
    }
    this.status ??= unwantedStatus(error)
    this.breakOff(sentenceOf(error, targetOf(this.outgoing.url).hostname))
  }

  /** The connection is closed too, because the rest of the response is not needed. */
  private breakOff(reason: string | null): void {
    if (this.isOver) return
    this.settle(reason)
    this.disconnect()
  }

  private disconnect(): void {
    if (this.request) this.request.abort(new Error('The attempt is over.'))
    else this.opening?.abort()
  }

  /** Once the status is known, it alone decides, regardless of the rest of the response. */
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
  const bytes = Buffer.concat(chunks).subarray(0, maxKeptBytes)
  // The decoder omits an incomplete last character. PostgreSQL does not accept U+0000.
  return new StringDecoder('utf8').write(bytes).replaceAll('\0', '\uFFFD')
}

const redirects = new Set([301, 302, 303, 307, 308])

/** A sentence about a status that is not a success. */
const verdictOn = (status: number): string | null => {
  if (status >= 200 && status < 300) return null
  return redirects.has(status)
    ? `Answered with a redirect (${status}), which is not followed.`
    : `Answered with status ${status}.`
}

/** Undici fails on these two before it reports their status. */
const unwantedStatus = ({ message }: Error): number | null => {
  if (message === 'bad response') return 100
  return message === 'bad upgrade' ? 101 : null
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Whether the receiver closed the connection. */
const isClosing = (error: Error): boolean =>
  ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(codeOf(error))

const unreachable = 'The host cannot be reached.'
const reset = 'The connection was reset.'

const sentences: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: reset,
  EPIPE: reset,
  UND_ERR_SOCKET: 'The connection was closed before an answer came.',
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  UND_ERR_CONNECT_TIMEOUT: unreachable,
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer were too large.',
  UND_ERR_DESTROYED: 'The service stopped before an answer came.',
}

/** Errors of name servers and of resolvers. */
const nameFailures =
  /^(ENOTFOUND|EAI_|ENODATA|ETIMEOUT|ESERVFAIL|EREFUSED|EFORMERR|EBADNAME|EBADRESP|ECANCELLED|ENOTIMP|ENOMEM)/

const notHttps = 'No secure connection could be made: check that the receiver supports HTTPS.'
const certificateCodes = /CERT|CRL|_SIGNATURE|^(INVALID_|PATH_LENGTH_|HOSTNAME_)/

const faultOf = (message: string, code: string, hostname: string) =>
  code === 'ERR_TLS_CERT_ALTNAME_INVALID'
    ? // The message lists all names of the certificate.
      `it is not for ${hostname}`
    : // The text after a semicolon is advice for the operator.
      message.split(';')[0]

/** Why no status was received, for people. The same cause always gives the same sentence. */
const sentenceOf = (error: unknown, hostname: string): string => {
  if (error instanceof TargetRefused) return error.message
  const isMalformed = error instanceof Error && error.name === 'HTTPParserError'
  if (isMalformed) return 'The answer was not valid HTTP.'
  const code = codeOf(error)
  const known = sentences[code]
  if (known) return known
  if (nameFailures.test(code)) return `The host name ${hostname} could not be resolved.`
  if (/^(EPROTO|ERR_SSL_)/.test(code)) return notHttps
  if (error instanceof Error && certificateCodes.test(code)) {
    return `The certificate was not accepted: ${faultOf(error.message, code, hostname)}.`
  }
  return code ? `The request failed (${code}).` : 'The request failed.'
}
