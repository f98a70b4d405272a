import type { Context } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../platform/http/problem.ts'
import { secondMs } from '../platform/kit/clock.ts'
import { version } from '../platform/kit/project.ts'
import {
  beginSpan,
  bindToTrace,
  currentTrace,
  type Span,
  type Tracing,
  traced,
  traceWith,
} from '../platform/kit/tracing.ts'
import type { Database } from '../platform/store/database.ts'
import type { Config } from './config/config.ts'

/**
 * A span for each request, named by its method and route, and one inside for the work of its operation,
 * named as in the OpenAPI document. An address may contain a token, and an error may quote the caller, so
 * neither is part of a span.
 */
const traceRequests = (server: FastifyInstance, tracing: Tracing) => {
  const open = new WeakMap<FastifyRequest, Span>()

  server.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const { traceparent } = request.headers
    const span = tracing.begin(`${request.method} ${route}`, {
      kind: 'server',
      parent: typeof traceparent === 'string' ? traceparent : null,
      attributes: { 'http.request.method': request.method, 'http.route': route },
    })
    open.set(request, span)
    span.run(done)
  })

  server.addHook('onError', async (request, _reply, error) => {
    if (error instanceof Problem) open.get(request)?.set({ 'error.type': error.code })
  })

  const end = (request: FastifyRequest, status: number) => {
    const span = open.get(request)
    open.delete(request)
    span?.set({ 'http.response.status_code': status })
    span?.end(status >= 500 ? String(status) : undefined)
  }
  // A live stream ends hours later.
  server.addHook('onSend', async (request, reply) => end(request, reply.statusCode))
  // A response that was written past Fastify.
  server.addHook('onResponse', async (request, reply) => end(request, reply.statusCode))

  server.addHook('onRoute', (route) => {
    const operation = (route.schema as { operationId?: string } | undefined)?.operationId
    if (operation === undefined) return
    const { handler } = route
    route.handler = function (request, reply) {
      const span = beginSpan(operation)
      if (!span) return handler.call(this, request, reply)
      return endAfter(span, () => handler.call(this, request, reply))
    }
  })
}

/** Keeps what is not a promise as it is: Fastify tells the two kinds of handlers apart by it. */
const endAfter = <T>(span: Span, work: () => T): T => {
  let result: T | undefined
  try {
    result = span.run(work)
    return result
  } finally {
    if (result instanceof Promise) {
      result.then(
        () => span.end(),
        () => span.end(),
      )
    } else span.end()
  }
}

/** The packages take 0.2 s to load, so load them only when a collector is configured. */
const loadPackages = async () => {
  const [api, sdk, resources, core, hooks, exporter] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/core'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  return { api, sdk, resources, core, hooks, exporter }
}

type Packages = Awaited<ReturnType<typeof loadPackages>>

export type RunningTracing = NonNullable<Awaited<ReturnType<typeof startTracing>>>

/** Null unless OTEL_EXPORTER_OTLP_ENDPOINT is set. */
export const startTracing = async (config: Config) => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config
  if (endpoint === null) return null
  const packages = await loadPackages()
  const { api, hooks } = packages
  const provider = createProvider(packages, config, collectorOf(config, endpoint))
  api.context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable())
  const tracing = tracingWith(packages, provider)
  traceWith(tracing)
  return {
    watch: (server: FastifyInstance) => traceRequests(server, tracing),
    database: traceTransactions,
    /** Sends the remaining spans, for at most 2 seconds. */
    async stop() {
      const late = new Promise((resolve) => setTimeout(resolve, 2 * secondMs).unref())
      await Promise.race([provider.shutdown().catch(() => undefined), late])
    },
  }
}

/** Where spans are sent, and the headers for it. */
export const collectorOf = (config: Config, endpoint: string) => ({
  url: `${endpoint}/v1/traces`,
  headers: headersIn(config.OTEL_EXPORTER_OTLP_HEADERS),
})

const createProvider = (
  { sdk, resources, exporter }: Packages,
  config: Config,
  collector: ReturnType<typeof collectorOf>,
) => {
  const root = new sdk.TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG)
  return new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': config.OTEL_SERVICE_NAME,
      'service.version': version,
    }),
    sampler: new sdk.ParentBasedSampler({ root }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new exporter.OTLPTraceExporter(collector),
        scheduledDelayMillis: secondMs,
      }),
    ],
  })
}

/** As in `key=value,key=value`. */
const headersIn = (text: string | null): Record<string, string> =>
  Object.fromEntries(
    (text ?? '')
      .split(',')
      .filter((pair) => pair.includes('='))
      .map((pair) => {
        const at = pair.indexOf('=')
        return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]
      }),
  )

const tracingWith = (
  { api, core }: Packages,
  provider: {
    getTracer(name: string, version: string): ReturnType<Packages['api']['trace']['getTracer']>
  },
): Tracing => {
  const { context, trace, ROOT_CONTEXT, SpanKind, SpanStatusCode } = api
  const tracer = provider.getTracer('qpr', version)
  const kinds = {
    internal: SpanKind.INTERNAL,
    server: SpanKind.SERVER,
    client: SpanKind.CLIENT,
    producer: SpanKind.PRODUCER,
  }
  const spanContextOf = (traceparent: string) => core.parseTraceParent(traceparent)
  const traceparentOf = (of: Context): string | null => {
    const found = trace.getSpanContext(of)
    if (!found || !api.isSpanContextValid(found)) return null
    const flags = found.traceFlags.toString(16).padStart(2, '0')
    return `00-${found.traceId}-${found.spanId}-${flags}`
  }

  return {
    begin(name, { attributes = {}, kind = 'internal', parent, links = [] }) {
      const remote = parent ? spanContextOf(parent) : null
      const base = remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : context.active()
      const linked = links.map(spanContextOf).filter((one) => one !== null)
      const options = { kind: kinds[kind], links: linked.map((one) => ({ context: one })) }
      const span = tracer.startSpan(name, { ...options, attributes }, base)
      const inside = trace.setSpan(base, span)
      return {
        traceparent: traceparentOf(inside) ?? '',
        set: (more) => void span.setAttributes(more),
        run: (work) => context.with(inside, work),
        end(error) {
          if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error })
          span.end()
        },
      }
    },
    current: () => traceparentOf(context.active()),
    apart: (work) => context.with(ROOT_CONTEXT, work),
    bind: (work) => context.bind(context.active(), work),
  }
}

/** A span for each transaction of a traced request. */
const traceTransactions = (database: Database): Database => ({
  ...database,
  transaction: (work, options) =>
    currentTrace() === null
      ? database.transaction(work, options)
      : traced('transaction', { attributes: { 'db.system.name': database.engine } }, () =>
          // On SQLite another request may run the work, together with its own.
          database.transaction(bindToTrace(work), options),
        ),
})
