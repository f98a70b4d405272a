import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sha256Hex } from '../../kit/ids.ts'

/** Whether a request may read /metrics: with the token, or from this machine. */
export const mayReadMetrics = (request: FastifyRequest, metricsToken: string | null): boolean =>
  hasToken(request, metricsToken) || isDirectFromLoopback(request)

const hasToken = ({ headers }: FastifyRequest, metricsToken: string | null): boolean => {
  if (metricsToken === null) return false
  // Hashes have the same length, so that the comparison takes constant time.
  const [given, expected] = [headers.authorization ?? '', `Bearer ${metricsToken}`].map((text) =>
    Buffer.from(sha256Hex(text)),
  ) as [Buffer, Buffer]
  return timingSafeEqual(given, expected)
}

const loopbackPeer = /^(127\.|::1$|::ffff:127\.)/
const loopbackHost = /^((.+\.)?localhost\.?|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/**
 * The headers of a scraper or browser on this machine. Any other header may come from a proxy on
 * this machine. A complete list of forwarding headers does not exist, so this list names the
 * allowed headers.
 */
const directHeaders = new Set([
  ...['host', 'connection', 'user-agent', 'accept', 'accept-encoding', 'accept-language'],
  ...['authorization', 'cookie', 'cache-control', 'pragma', 'dnt', 'priority', 'te', 'referer'],
  ...['if-none-match', 'if-modified-since', 'upgrade-insecure-requests', 'keep-alive'],
  ...['content-type', 'content-length', 'x-prometheus-scrape-timeout-seconds'],
  ...['traceparent', 'tracestate', 'baggage'],
])

const isDirectFromLoopback = ({ headers, socket }: FastifyRequest): boolean =>
  loopbackPeer.test(socket.remoteAddress ?? '') &&
  loopbackHost.test(headers.host ?? '') &&
  Object.keys(headers).every((name) => directHeaders.has(name) || name.startsWith('sec-'))
