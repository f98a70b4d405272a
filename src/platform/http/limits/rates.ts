import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createBounded } from '../../kit/bounded.ts'
import { type Clock, minuteMs } from '../../kit/clock.ts'
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
