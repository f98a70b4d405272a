import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sha256Hex } from '../../kit/ids.ts'

/** Whether this request may read /metrics: with the token, or from this very machine. */
export const mayReadMetrics = (request: FastifyRequest, metricsToken: string | null): boolean =>
  hasToken(request, metricsToken) || isDirectFromLoopback(request)

const hasToken = ({ headers }: FastifyRequest, metricsToken: string | null): boolean => {
  if (metricsToken === null) return false
  // Hashes are equally long, and comparing them takes the same time whatever was sent.
  const [given, expected] = [headers.authorization ?? '', `Bearer ${metricsToken}`].map((text) =>
    Buffer.from(sha256Hex(text)),
  ) as [Buffer, Buffer]
  return timingSafeEqual(given, expected)
}

const loopbackPeer = /^(127\.|::1$|::ffff:127\.)/
const loopbackHost = /^((.+\.)?localhost\.?|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/**
 * What a scraper or a browser on this machine sends. Everything else may have been added by a proxy
 * that runs on this machine: there is no complete list of forwarding headers, so this is the list
 * of the others.
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
