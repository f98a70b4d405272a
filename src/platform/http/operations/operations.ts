import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { cacheBytes } from '../../kit/bounded.ts'
import type { Clock } from '../../kit/clock.ts'
import { secondMs } from '../../kit/clock.ts'
import { addGauge, addSharedGauge } from '../../kit/gauges.ts'
import type { Base, Database } from '../../store/database.ts'
import { countLockWaits } from '../../store/lock-waits.ts'
import { problem } from '../problem.ts'
import { mayReadMetrics } from './metrics-access.ts'
import { countRequests } from './request-metrics.ts'

interface OperationsOptions extends Base {
  metricsToken: string | null
  registry: Registry
  version: string
  /** The other processes of this service, whose metrics are added to those of this one. */
  siblings: { share(own: Registry[]): void; metrics(): Promise<string> } | null
}

/** /healthz (alive), /readyz (can write), /metrics (Prometheus). */
export const addOperations = (
  app: FastifyInstance,
  { database, clock, metricsToken, registry, version, siblings }: OperationsOptions,
) => {
  const registries = [registry, processMetrics()]
  siblings?.share(registries)
  countRequests(app, registry)
  measureCaches(registry)
  measureDatabase(database, registry)
  describeBuild(registry, { version, node: process.version, database: database.engine })
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
    const ownMetrics = async () =>
      (await Promise.all(registries.map((one) => one.metrics()))).join('')
    const text = await (siblings ? siblings.metrics() : ownMetrics())
    return reply.type(registry.contentType).send(text)
  })
}

let nodeMetrics: Registry | undefined

/**
 * The metrics of Node.js, once for each process: their observers and timers never end, and would
 * keep a stopped service in memory.
 */
const processMetrics = (): Registry => {
  if (!nodeMetrics) {
    nodeMetrics = new Registry()
    collectDefaultMetrics({ register: nodeMetrics })
  }
  return nodeMetrics
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

const measureDatabase = (database: Database, registry: Registry) => {
  new Gauge({
    name: 'qpr_database_connections',
    help: 'Connections of this process to the database, by state (busy, idle). SQLite has one writer.',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const { busy, idle } = database.load()
      this.set({ state: 'busy' }, busy)
      this.set({ state: 'idle' }, idle)
    },
  })
  addGauge(
    registry,
    'qpr_database_waiting',
    'Queries and transactions of this process that wait for a connection or for the writer.',
    () => database.load().waiting,
  )
  addSharedGauge(
    registry,
    'qpr_database_lock_waits',
    'Sessions of all processes that wait for a lock of another session, on PostgreSQL.',
    () => countLockWaits(database),
  )
}

const describeBuild = (registry: Registry, build: Record<string, string>) => {
  new Gauge({
    name: 'qpr_build_info',
    help: 'Always 1; the labels are the version of QPR, of Node.js, and the database engine.',
    labelNames: Object.keys(build),
    aggregator: 'first',
    registers: [registry],
  }).set(build, 1)
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
