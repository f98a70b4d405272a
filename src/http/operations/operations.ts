import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client'
import { cacheBytes } from '../../kit/bounded.ts'
import type { Clock } from '../../kit/clock.ts'
import { secondMs } from '../../kit/clock.ts'
import type { Base, Database } from '../../storage/database.ts'
import { problem } from '../problem.ts'
import { mayReadMetrics } from './metrics-access.ts'

interface OperationsOptions extends Base {
  metricsToken: string | null
  registry: Registry
}

/** /healthz (alive), /readyz (can write), /metrics (Prometheus). */
export const addOperations = (
  app: FastifyInstance,
  { database, clock, metricsToken, registry }: OperationsOptions,
) => {
  collectDefaultMetrics({ register: registry })
  countRequests(app, registry)
  measureCaches(registry)
  const isReady = createReadiness(database, clock)
  const hidden = { schema: { hide: true } }

  app.get('/healthz', hidden, async () => ({ status: 'ok' }))
  app.get('/readyz', hidden, async () => {
    await isReady()
    return { status: 'ok' }
  })
  app.get('/metrics', hidden, async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) {
      throw problem(
        403,
        'metrics_closed',
        'Send the request directly from this machine, without a proxy, or send ' +
          'QPR_METRICS_TOKEN as a Bearer token.',
      )
    }
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

const countRequests = (app: FastifyInstance, registry: Registry) => {
  const labelNames = ['method', 'route', 'status'] as const
  const requests = new Counter({
    name: 'qpr_http_requests_total',
    help: 'Requests answered, by route and status.',
    labelNames,
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'qpr_http_request_duration_seconds',
    help: 'Time from the request to the end of the response, by route.',
    labelNames: ['route'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    requests.inc({ method: request.method, route, status: reply.statusCode })
    durations.observe({ route }, reply.elapsedTime / 1000)
    done()
  })
}

const measureCaches = (registry: Registry) => {
  new Gauge({
    name: 'qpr_cache_bytes',
    help: 'Memory of the caches of this process, by cache. Each cache has a budget.',
    labelNames: ['cache'] as const,
    registers: [registry],
    collect() {
      for (const [cache, bytes] of cacheBytes()) this.set({ cache }, bytes)
    },
  })
}

/** A real write, at most once a second, because the path is public and a write is not free. */
const createReadiness = (database: Database, clock: Clock) => {
  let checked: { at: number; result: Promise<void> } | undefined
  const write = () =>
    database.transaction(async ({ db }) => {
      const value = String(clock.now())
      await db
        .insertInto('settings')
        .values({ name: 'ready_at', value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute()
    })
  return (): Promise<void> => {
    if (!checked || clock.now() - checked.at >= secondMs) {
      checked = { at: clock.now(), result: write() }
    }
    return checked.result
  }
}
