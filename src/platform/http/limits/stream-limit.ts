import type { FastifyInstance, FastifyRequest, preHandlerHookHandler } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { exportTypes } from '../output/export.ts'
import { problem } from '../problem.ts'

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
