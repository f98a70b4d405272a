import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { buildConnector } from 'undici'
import { secondMs } from '../../kit/clock.ts'
import type { TargetGuard } from '../../webhooks/delivery/target-guard.ts'
import { failed, problemOf, type Refusal, refusalOf } from './refusals.ts'

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
}

/** The page is the same as when it had this `etag`. */
export interface Unchanged {
  kind: 'unchanged'
}

export type Fetching = (
  url: URL,
  options?: { etag?: string | null },
) => Promise<Fetched | Unchanged | Refusal>

export interface FetcherOptions {
  guard: TargetGuard
  baseUrl: string
  timeoutMs?: number
}

const mostRedirects = 5
const usualTimeoutMs = 10 * secondMs
export const mostPageBytes = 5 * 2 ** 20
const mostPdfBytes = 20 * 2 ** 20
const idleMs = secondMs

const unzip = promisify(gunzip)

/** Reads pages of websites: public addresses only, in limited time, up to a limited size. */
export const createFetcher = ({ guard, baseUrl, timeoutMs = usualTimeoutMs }: FetcherOptions) => {
  /** With the first page, because Undici takes several megabytes and a tenth of the start. */
  const open = async () => {
    const { Agent, buildConnector, request } = await import('undici')
    const connect = async (options: buildConnector.Options, callback: buildConnector.Callback) => {
      // Also checks an IP literal, for which no look-up happens. The checked address is connected to.
      const addresses = await guard.addresses(options.hostname)
      const lookup: LookupFunction = (_host, _how, found) => found(null, addresses)
      buildConnector({ lookup, autoSelectFamily: true, timeout: timeoutMs })(options, callback)
    }
    const agent = new Agent({
      connections: 2,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      connect: (options, callback) => {
        connect(options, callback).catch((error: Error) => callback(error, null))
      },
    })
    return { agent, request }
  }
  let opened: ReturnType<typeof open> | undefined
  const headers = {
    'user-agent': `QPR-Knowledge/1 (+${baseUrl})`,
    accept: 'text/html, text/plain, text/markdown, application/pdf, application/xml;q=0.5',
    'accept-encoding': 'gzip',
  }

  const fetchOnce = async (url: URL, etag: string | null, signal: AbortSignal) => {
    opened ??= open()
    const { agent, request } = await opened
    const response = await request(url, {
      dispatcher: agent,
      headers: { ...headers, ...(etag && { 'if-none-match': etag }) },
      signal,
    })
    const { statusCode: status, body } = response
    const type = textOf(response.headers['content-type'])
    const location = status >= 300 && status < 400 ? textOf(response.headers.location) : ''
    if (status === 304 || location !== '') {
      drop(body)
      return { status, type, location, etag: null, bytes: Buffer.alloc(0) }
    }
    const most = /^application\/pdf\b/i.test(type) ? mostPdfBytes : mostPageBytes
    const packed = await read(body, most)
    const isZipped = textOf(response.headers['content-encoding']) === 'gzip'
    const bytes = isZipped ? await unzip(packed, { maxOutputLength: most }) : packed
    return { status, type, location, etag: textOf(response.headers.etag) || null, bytes }
  }

  const follow = async (start: URL, etag: string | null, signal: AbortSignal) => {
    let url = start
    for (let hops = 0; hops <= mostRedirects; hops++) {
      await guard.addresses(url.hostname)
      const answer = await fetchOnce(url, etag, signal)
      if (answer.status === 304) return { kind: 'unchanged' as const }
      if (answer.location === '') return pageOf(start, url, answer)
      const next = URL.parse(answer.location, url.href)
      if (!next || !/^https?:$/.test(next.protocol))
        return failed('broken', 'The address redirects to nowhere.')
      next.hash = ''
      url = next
    }
    return failed('broken', 'The address redirects too often.')
  }

  const fetching: Fetching = async (url, { etag = null } = {}) => {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      return await follow(url, etag, signal)
    } catch (error) {
      return problemOf(error, url, signal.aborted ? timeoutMs : null)
    }
  }

  return { fetch: fetching, close: async () => (await opened)?.agent.destroy() }
}

type Answer =
  Awaited<ReturnType<typeof read>> extends Buffer
    ? { status: number; type: string; etag: string | null; bytes: Uint8Array }
    : never

const pageOf = (start: URL, url: URL, { status, type, etag, bytes }: Answer): Fetched | Refusal =>
  refusalOf(start, url, status) ?? {
    kind: 'page',
    url,
    status,
    type: type.split(';')[0]?.trim().toLowerCase() ?? '',
    charset: /charset="?([\w-]+)/i.exec(type)?.[1] ?? null,
    etag,
    body: bytes,
  }

/** Ends the connection; the rest of the body is not needed. */
const drop = (body: Readable) => {
  body.once('error', () => undefined)
  body.destroy()
}

/** The body can be endless. */
const read = async (body: Readable, most: number) => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) {
      drop(body)
      throw Object.assign(new Error('too large'), { code: 'ERR_BUFFER_TOO_LARGE' })
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const textOf = (header: string | string[] | undefined): string =>
  (Array.isArray(header) ? header[0] : header) ?? ''
