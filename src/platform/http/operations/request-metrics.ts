import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { createHistogram, type Tally } from '../../kit/histogram.ts'

/** The requests of a route with one method. */
interface Meter {
  method: string
  route: string
  /** By status, from 100 on. */
  counts: Float64Array
  /** Null for streams: their duration is chosen by the client. */
  durations: Tally | null
}

type Meters = Map<string, Meter>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The meters of the route, by method. */
    meters?: Meters
  }
}

const statuses = 500
const firstStatus = 100
/** Other methods reach no route, and a client can invent any number of them. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Rate, errors and duration of the requests. A request costs a look-up and two additions. */
export const countRequests = (app: FastifyInstance, registry: Registry) => {
  const all: Meter[] = []
  const ofUrl = new Map<string, Meters>()
  const unrouted: Meters = new Map()
  const tallyOf = createHistogram({
    registry,
    name: 'qpr_http_request_duration_seconds',
    help: 'Time from the request to the end of the response, by method and route, without streams.',
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  })

  const createMeter = (request: FastifyRequest, meters: Meters, method: string): Meter => {
    const route = request.routeOptions.url ?? 'none'
    const isStream = request.routeOptions.config.produces?.includes('text/event-stream') ?? false
    const durations = isStream ? null : tallyOf({ method, route })
    const meter = { method, route, counts: new Float64Array(statuses), durations }
    meters.set(method, meter)
    all.push(meter)
    return meter
  }

  app.addHook('onRoute', (route) => {
    const meters = ofUrl.get(route.url) ?? new Map()
    ofUrl.set(route.url, meters)
    route.config = { ...route.config, meters }
  })
  app.addHook('onResponse', (request, reply, done) => {
    const meters = request.routeOptions.config.meters ?? unrouted
    const method = methods.has(request.method) ? request.method : 'other'
    const meter = meters.get(method) ?? createMeter(request, meters, method)
    const at = reply.statusCode - firstStatus
    meter.counts[at] = (meter.counts[at] ?? 0) + 1
    meter.durations?.observe(reply.elapsedTime / 1000)
    done()
  })

  new Counter({
    name: 'qpr_http_requests_total',
    help: 'Requests answered, by method, route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
    collect() {
      this.reset()
      for (const { method, route, counts } of all) {
        for (const [at, count] of counts.entries()) {
          if (count > 0) this.inc({ method, route, status: at + firstStatus }, count)
        }
      }
    },
  })
}
