import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../kit/clock.ts'
import { problem } from '../problem.ts'
import { networkOf } from './address.ts'
import { createMinuteWindows, type MinuteWindow } from './minute-limit.ts'

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
