import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../platform/http/problem.ts'
import { beginSpan, type Span, type Tracing } from '../platform/kit/tracing.ts'

/**
 * A span for each request, named by its method and route, and one inside for the work of its operation,
 * named as in the OpenAPI document. An address may contain a token, and an error may quote the caller, so
 * neither is part of a span.
 */
export const traceRequests = (server: FastifyInstance, tracing: Tracing) => {
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
