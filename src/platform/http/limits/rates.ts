import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerHookHandler } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { createBounded } from '../../kit/bounded.ts'
import { type Clock, minuteMs } from '../../kit/clock.ts'
import { exportTypes } from '../output/export.ts'
import { problem } from '../problem.ts'
import { type AddressLimit, networkOf } from './addresses.ts'

/** A minute, and how much of a limit is used in it. */
interface MinuteWindow {
  used: number
  endsAt: number
}

/** The current minute of each caller. The least recently used caller is evicted first. */
const createMinuteWindows = (
  name: 'minute_windows' | 'rate_windows',
  bytes: number,
  clock: Clock,
) => {
  const windows = createBounded<MinuteWindow>(name, { bytes })
  return (caller: string): MinuteWindow => {
    const now = clock.now()
    const known = windows.get(caller)
    if (known && known.endsAt > now) return known
    const window = { used: 0, endsAt: now + minuteMs }
    windows.set(caller, window)
    return window
  }
}

/** True while the address stays within its limit per minute. Each call counts. */
export type MinuteLimit = (limit: AddressLimit) => boolean

/** Room for about 20,000 addresses. */
const windowBytes = 4 * 2 ** 20

/** Counts in this process only, because the limited work happens here. */
export const createMinuteLimit = (limit: number, clock: Clock): MinuteLimit => {
  const windowOf = createMinuteWindows('minute_windows', windowBytes, clock)
  return ({ address, times }) => {
    const window = windowOf(address)
    window.used += 1
    return window.used <= limit * times
  }
}

/**
 * Requests per minute for an API key, or for the user of a session. Every response tells how many
 * are left.
 */
export const limitRate = (app: FastifyInstance, limit: number, clock: Clock) => {
  const windowOf = createMinuteWindows('rate_windows', 8 * 2 ** 20, clock)

  const setHeaders = (request: FastifyRequest, reply: FastifyReply) => {
    const { used, endsAt } = request.rateWindow ?? windowOf(callerOf(request))
    reply.header('X-RateLimit-Limit', limit)
    reply.header('X-RateLimit-Remaining', Math.max(0, limit - used))
    reply.header('X-RateLimit-Reset', Math.ceil(endsAt / 1000))
  }

  app.decorateRequest('rateWindow', null)
  app.addHook('preParsing', async (request, reply) => {
    if (!request.actor) return setHeaders(request, reply)
    const window = windowOf(callerOf(request))
    window.used += 1
    request.rateWindow = window
    if (window.used > limit) throw tooManyRequests(window.endsAt - clock.now())
    setHeaders(request, reply)
  })
  // Again, because errors come from earlier hooks too. It does not run for streams.
  app.addHook('onSend', async (request, reply) => setHeaders(request, reply))
}

declare module 'fastify' {
  interface FastifyRequest {
    rateWindow: MinuteWindow | null
  }
}

const callerOf = ({ actor, ip }: FastifyRequest): string =>
  actor ? (actor.keyId ?? actor.userId) : networkOf(ip)

const tooManyRequests = (waitMs: number) => {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return problem(429, 'rate_limited', `Too many requests. Try again in ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds) },
  })
}

interface StreamLimits {
  /** For one API key or session. */
  ofCaller: number
  /** For one address, which may be a whole venue. */
  ofAddress: number
}

const streamed = new Set<string>(['text/event-stream', ...Object.values(exportTypes)])

/**
 * Live streams and exports each hold a connection and memory. Counted per process, because each
 * process has its own connections and memory.
 */
export const limitStreams = (
  app: FastifyInstance,
  { registry, ...limits }: StreamLimits & { registry: Registry },
) => {
  const open = new Map<string, number>()
  const streams = new Gauge({
    name: 'qpr_open_streams',
    help: 'Open streams of this process, by kind: visitor, api, export.',
    labelNames: ['kind'] as const,
    registers: [registry],
  })
  for (const kind of ['visitor', 'api', 'export']) streams.set({ kind }, 0)

  const limit: preHandlerHookHandler = (request, { raw }, done) => {
    const { who, maximum } = ownerOf(request, limits)
    const count = open.get(who) ?? 0
    if (count >= maximum) return done(tooManyStreams(maximum))
    const kind = kindOf(request)
    open.set(who, count + 1)
    streams.inc({ kind })
    raw.once('close', () => {
      streams.dec({ kind })
      const left = (open.get(who) ?? 1) - 1
      if (left > 0) open.set(who, left)
      else open.delete(who)
    })
    done()
  }
  app.addHook('onRoute', (route) => {
    const isStreamed = route.config?.produces?.some((type) => streamed.has(type))
    if (isStreamed) route.preHandler = [limit, route.preHandler ?? []].flat()
  })
}

const kindOf = ({ actor, routeOptions }: FastifyRequest): string => {
  if (!routeOptions.config.produces?.includes('text/event-stream')) return 'export'
  return actor ? 'api' : 'visitor'
}

const ownerOf = (
  { actor, addressLimit: { address, times } }: FastifyRequest,
  { ofCaller, ofAddress }: StreamLimits,
) =>
  actor
    ? { who: actor.keyId ?? actor.sessionId ?? actor.userId, maximum: ofCaller }
    : { who: `address ${address}`, maximum: ofAddress * times }

const tooManyStreams = (maximum: number) =>
  problem(
    429,
    'too_many_streams',
    `${maximum} streams are open, the maximum. Close one, then try again.`,
    {
      headers: { 'Retry-After': '5' },
    },
  )
