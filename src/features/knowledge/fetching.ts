import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { createAgents } from '../../platform/kit/agents.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import type { TargetGuard } from '../../platform/kit/target-guard.ts'
import { discard, readBody } from '../reading/bodies.ts'
import { maxUrlLength } from '../reading/links.ts'

export interface Fetched {
  kind: 'page'
  /** After redirects. */
  url: URL
  status: number
  /** Without parameters, in lower case. */
  type: string
  charset: string | null
  etag: string | null
  body: Uint8Array
  /** SHA-256 of the body, in hexadecimal digits. */
  hash: string
}

/** The page is the same as when it had this `etag`. */
export interface Unchanged {
  kind: 'unchanged'
  /** After redirects. */
  url: URL
}

interface FetchOptions {
  /** The organization that look-ups and connections are counted for. */
  owner: string
  etag?: string | null
  /** Only the beginning of the body is needed. */
  firstBytes?: number
  /** Why an address must not be requested, or null. Also called for each redirect. */
  refuse?: (url: URL) => Promise<Refusal | null>
}

export type Fetching = (url: URL, options: FetchOptions) => Promise<Fetched | Unchanged | Refusal>

interface FetcherOptions {
  guard: TargetGuard
  baseUrl: string
  timeoutMs?: number
}

const maxRedirects = 5
const defaultTimeoutMs = 10 * secondMs
const maxPageBytes = 5 * 2 ** 20
const maxPdfBytes = 20 * 2 ** 20
/** The maximum length of headers that are saved or shown. */
const maxHeaderLength = 500

/** Reads pages of websites: public addresses only, in limited time, up to a limited size. */
export const createFetcher = (options: FetcherOptions) => {
  const { guard, baseUrl, timeoutMs = defaultTimeoutMs } = options
  const agents = createAgents({ guard, timeoutMs, connections: 2 })
  const usualHeaders = {
    'user-agent': `QPR-Knowledge/1 (+${baseUrl})`,
    accept: 'text/html, text/plain, text/markdown, application/pdf, application/xml;q=0.5',
    'accept-encoding': 'gzip',
  }

  const fetchOnce = async (
    url: URL,
    { owner, etag, firstBytes }: FetchOptions,
    signal: AbortSignal,
  ) => {
    const agent = await agents.agentOf(owner)
    const response = await agent.request({
      method: 'GET',
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      headers: { ...usualHeaders, ...(etag && { 'if-none-match': etag }) },
      signal,
    })
    const { statusCode: status, headers, body } = response
    const location = status >= 300 && status < 400 ? textOf(headers.location) : ''
    if (status === 304 || location !== '') {
      discard(body)
      return { status, location, headers, bytes: Buffer.alloc(0), hash: '' }
    }
    return { status, location, headers, ...(await read(body, headers, firstBytes)) }
  }

  const follow = async (
    start: URL,
    options: FetchOptions,
    time: Time,
  ): Promise<Fetched | Unchanged | Refusal> => {
    let url = start
    for (let hops = 0; hops <= maxRedirects; hops++) {
      await guard.addresses(url.hostname, options.owner)
      const refusal = await options.refuse?.(url).catch((error) => {
        throw new NotAsked('', { cause: error })
      })
      if (refusal) return refusal
      const answer = await within(time, (signal) => fetchOnce(url, options, signal))
      if (answer.status === 304) return { kind: 'unchanged', url }
      if (answer.location === '') return await pageOf(start, url, answer)
      const next = URL.parse(answer.location, url.href)
      if (!next || !/^https?:$/.test(next.protocol) || next.href.length > maxUrlLength)
        return failed('broken', 'The address redirects to nowhere.')
      next.hash = ''
      url = next
    }
    return failed('broken', 'The address redirects too often.')
  }

  const fetching: Fetching = async (url, options) => {
    const time: Time = { leftMs: timeoutMs, isUp: false }
    try {
      return await follow(url, options, time)
    } catch (error) {
      if (error instanceof NotAsked) throw error.cause
      return problemOf(error, url, time.isUp ? timeoutMs : null)
    }
  }

  return { fetch: fetching, close: agents.close }
}

/** Whether an address may be requested could not be found out. The website is not to blame. */
class NotAsked extends Error {}

/** The time of a website. Others may have work in front of what this service asks itself. */
interface Time {
  leftMs: number
  isUp: boolean
}

const within = async <T>(time: Time, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const signal = AbortSignal.timeout(Math.max(0, Math.round(time.leftMs)))
  const startedAt = performance.now()
  try {
    return await work(signal)
  } finally {
    time.leftMs -= performance.now() - startedAt
    time.isUp = signal.aborted
  }
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  hash: string
}

const read = async (body: Readable, headers: IncomingHttpHeaders, firstBytes?: number) => {
  const isPdf = /^application\/pdf\b/i.test(textOf(headers['content-type']))
  const maxBytes = firstBytes ?? (isPdf ? maxPdfBytes : maxPageBytes)
  const encoding = textOf(headers['content-encoding']).toLowerCase()
  return await readBody(body, { maxBytes, encoding, isCut: firstBytes !== undefined })
}

const pageOf = (
  start: URL,
  url: URL,
  { status, headers, bytes, hash }: Answer,
): Fetched | Refusal => {
  const refusal = refusalOf(start, url, status)
  if (refusal) return refusal
  const type = textOf(headers['content-type']).slice(0, maxHeaderLength)
  const etag = textOf(headers.etag)
  return {
    kind: 'page',
    url,
    status,
    type: type.split(';')[0]?.trim().toLowerCase() ?? '',
    charset: /charset="?([\w-]+)/i.exec(type)?.[1] ?? null,
    etag: etag === '' || etag.length > maxHeaderLength ? null : etag,
    body: bytes,
    hash,
  }
}

const textOf = (header: string | string[] | undefined): string =>
  (Array.isArray(header) ? header[0] : header) ?? ''

/** A page that could not be read. */
export interface Refusal {
  kind: 'failed'
  /** `gone`: its passages must not be used any more; `broken`: they stay until it works again. */
  cause: 'gone' | 'broken'
  /** A sentence for the owner. */
  reason: string
}

export const failed = (cause: Refusal['cause'], reason: string): Refusal => ({
  kind: 'failed',
  cause,
  reason,
})

const signIn = /(^|[/.-])(log-?in|sign-?in|sso|oauth2?)([/.?-]|$)/i

/** Why a response is not the page that was wanted; null when it is. */
export const refusalOf = (start: URL, url: URL, status: number): Refusal | null => {
  const isLogin =
    url.href !== start.href && signIn.test(url.pathname) && !signIn.test(start.pathname)
  if (status === 401 || status === 403 || isLogin) {
    return failed(
      'broken',
      `The address needs a sign-in (status ${status}). Only public pages can be read.`,
    )
  }
  if (status === 404 || status === 410) {
    return failed('gone', `There is no page at this address (status ${status}).`)
  }
  if (status < 200 || status >= 300) {
    return failed('broken', `The website answered with status ${status}. Try again later.`)
  }
  return null
}

/** The sentence for an error of the connection. `timedOutMs` is null unless time was up. */
export const problemOf = (error: unknown, url: URL, timedOutMs: number | null): Refusal => {
  if (timedOutMs !== null) {
    return failed('broken', `The website did not answer within ${timedOutMs / 1000} seconds.`)
  }
  const { code, message } = error as Error & { code?: string }
  if (code === undefined && /private targets are not allowed/.test(message)) {
    return failed('gone', message)
  }
  if (code === 'ERR_BUFFER_TOO_LARGE') return failed('broken', 'The page is larger than 5 MB.')
  if (code === 'ERR_ENCODING' || code?.startsWith('Z_')) {
    return failed('broken', 'The website answered with a compression that cannot be read.')
  }
  if (code === 'ENOTFOUND' || code === 'ENODATA' || code === 'ESERVFAIL') {
    return failed('broken', `The host ${url.hostname} was not found.`)
  }
  if (/CERT|TLS|SSL|SELF_SIGNED/.test(code ?? '')) {
    return failed('broken', `The certificate of ${url.hostname} is not valid.`)
  }
  return failed('broken', `The website ${url.hostname} could not be reached.`)
}
