import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'

/** Other methods reach no route, and a client can invent any number of them. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Rate, errors and duration of the requests. */
export const countRequests = (app: FastifyInstance, registry: Registry) => {
  const requests = new Counter({
    name: 'qpr_http_requests_total',
    help: 'Requests answered, by method, route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'qpr_http_request_duration_seconds',
    help: 'Time from the request to the end of the response, by method and route, without streams.',
    labelNames: ['method', 'route'] as const,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'none', config } = request.routeOptions
    const method = methods.has(request.method) ? request.method : 'other'
    requests.inc({ method, route, status: reply.statusCode })
    // The client decides how long a stream lasts.
    const isStream = config.produces?.includes('text/event-stream') ?? false
    if (!isStream) durations.observe({ method, route }, reply.elapsedTime / 1000)
    done()
  })
}
