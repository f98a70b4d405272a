import cors from '@fastify/cors'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { secondMs } from '../kit/clock.ts'
import type { Logger } from '../kit/log.ts'
import { acceptJson } from './body.ts'
import { answerClientError, answerErrors, asProblem, sendProblem } from './errors.ts'
import { newRequestId } from './request-id.ts'
import { namedSchemas } from './schema.ts'
import { createValidatorCompiler } from './validation.ts'

interface ServerOptions {
  log: Logger
  trustProxy: string[]
  corsOrigins: string[]
  https: boolean
}

/** The bare server: parsing, validation, errors, headers, one log line a request. No route. */
export const createServer = (options: ServerOptions): FastifyInstance => {
  const { trustProxy, corsOrigins, https } = options
  const loggerInstance: FastifyBaseLogger = options.log
  const app = fastify({
    loggerInstance,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    genReqId: newRequestId,
    bodyLimit: 256 * 1024,
    // The serializer picks between alternatives by their schema; it need not check our formats.
    serializerOpts: { ajv: { formats: { text: true } } },
    // A client that dribbles its request in must not hold a place for long.
    requestTimeout: 30 * secondMs,
    http: { headersTimeout: 10 * secondMs, connectionsCheckingInterval: 2 * secondMs },
    // Longer than the usual 60 s of a proxy, so that the proxy closes first.
    keepAliveTimeout: 72 * secondMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      reply.header('Request-Id', request.id)
      sendProblem(asProblem(error), error, request, reply)
    },
  })

  app.setValidatorCompiler(createValidatorCompiler(namedSchemas()))
  for (const schema of namedSchemas()) app.addSchema(schema)
  app.decorateRequest('actor', null)
  acceptJson(app)
  answerErrors(app)
  sendCommonHeaders(app, https)
  logRequests(app)
  if (corsOrigins.length > 0) allowOrigins(app, corsOrigins)
  return app
}

const sendCommonHeaders = (app: FastifyInstance, https: boolean) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('Request-Id', request.id)
    reply.header('X-Content-Type-Options', 'nosniff')
    reply.header('Referrer-Policy', 'same-origin')
    reply.header('Cache-Control', 'no-store')
    if (https) reply.header('Strict-Transport-Security', 'max-age=31536000')
  })
}

/** The route's pattern, not the address: addresses carry tokens. */
const logRequests = (app: FastifyInstance) => {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
        keyId: request.actor?.keyId,
        userId: request.actor?.userId,
      },
      'request',
    )
  })
}

const allowOrigins = (app: FastifyInstance, origins: string[]) => {
  const crossOriginPaths = /^\/(v1|s|c)\//i
  app.register(cors, {
    hook: 'onRequest',
    delegator: (request, callback) =>
      callback(null, {
        origin: crossOriginPaths.test(request.url) ? origins : false,
        methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
        exposedHeaders: [
          'Request-Id',
          'Retry-After',
          'Idempotent-Replayed',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ],
        maxAge: 600,
      }),
  })
}
