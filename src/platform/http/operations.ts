import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { cacheBytes } from '../kit/bounded.ts'
import { type Clock, secondMs } from '../kit/clock.ts'
import { addGauge, addSharedGauge } from '../kit/gauges.ts'
import { sha256Hex } from '../kit/ids.ts'
import { type Base, byEngine, type Database } from '../store/database.ts'
import { putSetting } from '../store/settings.ts'
import { problem } from './problem.ts'

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
    if (!hasToken(request, metricsToken) && !isDirectFromLoopback(request)) {
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
    database.transaction(({ db }) => putSetting(db, 'ready_at', String(clock.now())))
  return (): Promise<void> => {
    if (!checked || clock.now() - checked.at >= secondMs) {
      checked = { at: clock.now(), result: write() }
    }
    return checked.result
  }
}

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

/** Other methods reach no route, and a client can invent any number of them. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Rate, errors and duration of the requests. */
const countRequests = (app: FastifyInstance, registry: Registry) => {
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

/** The number of sessions in this database that wait for a lock. SQLite has a single writer. */
const countLockWaits = ({ engine, db }: Database): Promise<number> =>
  byEngine(engine, {
    sqlite: async () => 0,
    async postgres() {
      const { rows } = await sql<{ waiting: number }>`
        select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows[0]?.waiting ?? 0
    },
  })
