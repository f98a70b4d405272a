import type { IncomingMessage } from 'node:http'
import cors from '@fastify/cors'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { secondMs } from '../kit/clock.ts'
import type { Logger } from '../kit/log.ts'
import { answerClientError, answerNodeRefusals, noteResponses } from './client-errors.ts'
import { answerErrors, asProblem, methods, refuseNul, sendProblem } from './errors.ts'
import { acceptJson, smallBodyBytes } from './input/body.ts'
import { createValidatorCompiler } from './input/validation.ts'
import { takeDeclaredFields } from './input/writable.ts'
import { createSerializerCompiler } from './output/serialization.ts'
import { type Problem, problem } from './problem.ts'
import { newRequestId } from './request-id.ts'
import { namedSchemas } from './schema.ts'

interface ServerOptions {
  log: Logger
  trustProxy: string[]
  corsOrigins: string[]
  https: boolean
  timeouts?: Timeouts
}

/** How long a client may take to send its headers, its whole request; how often that is looked at. */
interface Timeouts {
  headersMs: number
  requestMs: number
  checkMs: number
}

// A client that dribbles its request in must not hold a place for long.
const patience: Timeouts = {
  headersMs: 10 * secondMs,
  requestMs: 30 * secondMs,
  checkMs: 2 * secondMs,
}

/** The same for every server of a process: what was compiled for one serves the others too. */
let compilers: Compilers | undefined

interface Compilers {
  validator: ReturnType<typeof createValidatorCompiler>
  serializer: ReturnType<typeof createSerializerCompiler>
}

/** The bare server: parsing, validation, errors, headers, one log line a request. No route. */
export const createServer = (options: ServerOptions): FastifyInstance => {
  const { trustProxy, corsOrigins, https, timeouts = patience } = options
  const loggerInstance: FastifyBaseLogger = options.log
  const headers = commonHeaders(https)
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would cost more than its one line.
    childLoggerFactory: (logger) => logger,
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    genReqId: newRequestId,
    bodyLimit: smallBodyBytes,
    requestTimeout: timeouts.requestMs,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkMs,
      // We look ourselves: Node's own refusal says nothing.
      requireHostHeader: false,
    },
    // Longer than the usual 60 s of a proxy, so that the proxy closes first.
    keepAliveTimeout: 72 * secondMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // As long as the headers may be: a long id is an unknown one, like any other.
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 16 * 1024 },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      reply.header('Request-Id', request.id).headers(headers)
      sendProblem(asProblem(error), error, request, reply)
      logRequest(request, reply)
    },
  })

  compilers ??= {
    validator: createValidatorCompiler(namedSchemas),
    serializer: createSerializerCompiler(namedSchemas),
  }
  app.setValidatorCompiler(compilers.validator)
  app.setSerializerCompiler(compilers.serializer)
  for (const schema of namedSchemas()) app.addSchema(schema)
  app.decorateRequest('actor', null)
  // The first hook: whatever a later one refuses has the headers already.
  sendCommonHeaders(app, headers)
  acceptJson(app)
  answerErrors(app)
  noteResponses(app.server)
  answerNodeRefusals(app.server)
  refuseNul(app)
  takeDeclaredFields(app)
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply)
    done()
  })
  // Who hangs up before the end, as every reader of a stream does, leaves a line too.
  app.addHook('onRequestAbort', (request, done) => {
    logRequest(request, null)
    done()
  })
  // Of a stream that answers a POST nobody would notice: its request had ended with its body.
  app.addHook('onRequest', (request, { raw }, done) => {
    if (request.method === 'POST' && isStream(request)) {
      raw.once('close', () => {
        if (!raw.writableFinished && request.raw.complete) logRequest(request, null)
      })
    }
    done()
  })
  if (corsOrigins.length > 0) allowOrigins(app, corsOrigins)
  return app
}

const isStream = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.produces?.includes('text/event-stream') ?? false

const sendCommonHeaders = (app: FastifyInstance, headers: Record<string, string>) => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('Request-Id', request.id).headers(headers)
    done(hostProblem(request.raw))
  })
}

const commonHeaders = (https: boolean): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  ...(https && { 'Strict-Transport-Security': 'max-age=31536000' }),
})

/** Two readers of an ambiguous Host would take it for two different hosts: RFC 9112, section 3.2. */
const hostProblem = ({ rawHeaders, httpVersion }: IncomingMessage): Problem | undefined => {
  const hosts = rawHeaders.filter((_, i) => i % 2 === 1 && /^host$/i.test(rawHeaders[i - 1] ?? ''))
  const [host] = hosts
  if (hosts.length > 1) return badHost('The request has more than one Host header.')
  if (host === undefined) {
    return httpVersion === '1.1' ? badHost('The request has no Host header.') : undefined
  }
  return /[^\w.~:[\]%!$&'()*+,;=-]/.test(host) ? badHost('The Host header is invalid.') : undefined
}

const badHost = (detail: string) => problem(400, 'malformed_request', detail)

/** The route's pattern, not the address: addresses carry tokens. */
const logRequest = (request: FastifyRequest, reply: FastifyReply | null) => {
  request.log.info(
    {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? null,
      ...(reply
        ? { status: reply.statusCode, durationMs: Math.round(reply.elapsedTime * 10) / 10 }
        : { aborted: true }),
      keyId: request.actor?.keyId,
      userId: request.actor?.userId,
    },
    'request',
  )
}

const allowOrigins = (app: FastifyInstance, origins: string[]) => {
  const crossOriginPaths = /^\/(v1|s|c)\//i
  app.register(cors, {
    hook: 'onRequest',
    delegator: (request, callback) =>
      callback(null, {
        origin: crossOriginPaths.test(request.url) ? origins : false,
        methods,
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
