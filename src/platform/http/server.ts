import type { IncomingMessage } from 'node:http'
import cors from '@fastify/cors'
import fastJson, { type Schema } from 'fast-json-stringify'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySerializerCompiler,
  LogController,
  type onRequestHookHandler,
  type RouteOptions,
} from 'fastify'
import { secondMs } from '../kit/clock.ts'
import type { Logger } from '../kit/log.ts'
import {
  answerClientError,
  answerNodeRefusals,
  newRequestId,
  noteResponses,
} from './connections.ts'
import { handleErrors, methods, problemFrom, refuseNul, sendProblem } from './errors.ts'
import { acceptJson, smallBodyBytes } from './input/body.ts'
import { createValidatorCompiler } from './input/validation.ts'
import { takeDeclaredFields } from './input/writable.ts'
import type { TrustProxy } from './limits/addresses.ts'
import {
  disconnectSlowSenders,
  type SenderLimits,
  usualSenderLimits,
} from './limits/slow-clients.ts'
import { type Problem, problem } from './problem.ts'
import { type NamedSchema, namedSchemas } from './schema.ts'

interface ServerOptions {
  log: Logger
  trustProxy: TrustProxy | null
  corsOrigins: string[]
  https: boolean
  timeouts?: Timeouts
}

/** The time limit for a client's headers, the interval of the check, and the limits for its body. */
interface Timeouts {
  headersMs: number
  checkMs: number
  body: SenderLimits
}

// A client that sends its request very slowly must not hold a connection for long.
const patience: Timeouts = {
  headersMs: 10 * secondMs,
  checkMs: 2 * secondMs,
  body: usualSenderLimits,
}

const createCompilers = () => ({
  validator: createValidatorCompiler(),
  serializer: createSerializerCompiler(),
})

/** Shared by all servers of a process, so that each schema is compiled once. */
let compilers: ReturnType<typeof createCompilers> | undefined

/**
 * The bare server without routes: parsing, validation, errors, headers, one log line per request.
 */
export const createServer = (options: ServerOptions): FastifyInstance => {
  const { trustProxy, corsOrigins, https, timeouts = patience } = options
  const headers = commonHeaders(https)
  const app = fastify({
    loggerInstance: childless(options.log),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy ?? false,
    genReqId: newRequestId,
    bodyLimit: smallBodyBytes,
    // The whole time depends on the size of the body: see disconnectSlowSenders.
    requestTimeout: 0,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkMs,
      // Checked here instead, because Node refuses without a body.
      requireHostHeader: false,
    },
    // Longer than the usual 60 s of a proxy, so that the proxy closes first.
    keepAliveTimeout: 72 * secondMs,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // As long as the headers may be, so that an overlong id gets the usual 404.
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 16 * 1024 },
    // A short id may be printed in upper case, and its address with it.
    rewriteUrl: ({ url = '' }) => url.replace(/^(https?:\/\/[^/]+)?\/S\//, '$1/s/'),
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      reply.header('Request-Id', request.id).headers(headers)
      sendProblem(problemFrom(error), error, request, reply)
      logRequest(options.log, request, reply)
    },
  })

  compilers ??= createCompilers()
  app.setValidatorCompiler(compilers.validator)
  app.setSerializerCompiler(compilers.serializer)
  for (const schema of namedSchemas()) app.addSchema(schema)
  app.decorateRequest('actor', null)
  // The first hook, so that responses of later hooks have these headers too.
  sendCommonHeaders(app, headers)
  disconnectSlowSenders(app, timeouts.body)
  acceptJson(app)
  handleErrors(app)
  noteResponses(app.server)
  answerNodeRefusals(app.server)
  refuseNul(app)
  takeDeclaredFields(app)
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(options.log, request, reply)
    done()
  })
  // Requests that the client aborts are logged too, which includes every stream.
  app.addHook('onRequestAbort', (request, done) => {
    logRequest(options.log, request, null)
    done()
  })
  // A POST request ends with its body, so Node does not report when the client of its stream
  // disconnects.
  const noteDisconnect: onRequestHookHandler = (request, { raw }, done) => {
    raw.once('close', () => {
      if (!raw.writableFinished && request.raw.complete) logRequest(options.log, request, null)
    })
    done()
  }
  app.addHook('onRoute', (route) => {
    if (route.method !== 'POST' || !isStream(route)) return
    route.onRequest = [noteDisconnect, route.onRequest ?? []].flat()
  })
  answerAsDeclared(app)
  if (corsOrigins.length > 0) allowOrigins(app, corsOrigins)
  return app
}

/**
 * A child logger for each request would cost more than its one line. Fastify checks the results of
 * a `childLoggerFactory` at every request, so the logger itself is its own child.
 */
const childless = (log: Logger): FastifyBaseLogger => {
  const own: Logger = Object.create(log, { child: { value: () => own } })
  return own
}

/** A success has the status that the schema of the route declares. */
const answerAsDeclared = (app: FastifyInstance) => {
  app.addHook('onRoute', (route) => {
    const [status, ...others] = Object.keys(route.schema?.response ?? {})
    if (status === undefined || status === '200' || others.length > 0) return
    const declared = async (_request: FastifyRequest, reply: FastifyReply) => {
      reply.code(Number(status))
    }
    route.preHandler = [route.preHandler ?? [], declared].flat()
  })
}

const isStream = ({ config }: RouteOptions): boolean =>
  config?.produces?.includes('text/event-stream') ?? false

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

/** Two programs could read an ambiguous Host as two different hosts: RFC 9112, section 3.2. */
const hostProblem = ({ rawHeaders, httpVersion }: IncomingMessage): Problem | undefined => {
  let host: string | undefined
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue
    if (host !== undefined) return badHost('The request has more than one Host header.')
    host = rawHeaders[i + 1] as string
  }
  if (host === undefined) {
    return httpVersion === '1.1' ? badHost('The request has no Host header.') : undefined
  }
  return /[^\w.~:[\]%!$&'()*+,;=-]/.test(host) ? badHost('The Host header is invalid.') : undefined
}

const badHost = (detail: string) => problem(400, 'malformed_request', detail)

/** Logs the route's pattern instead of the URL, because URLs can contain tokens. */
const logRequest = (log: Logger, request: FastifyRequest, reply: FastifyReply | null) => {
  const { id: requestId, method, actor } = request
  log.info(
    {
      requestId,
      method,
      route: request.routeOptions.url ?? null,
      ...(reply
        ? { status: reply.statusCode, durationMs: Math.round(reply.elapsedTime * 10) / 10 }
        : { aborted: true }),
      ...(actor && { keyId: actor.keyId, userId: actor.userId }),
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

/**
 * The port is opened before the service is ready, so that a port in use is found first. A request
 * that arrives in between waits, because a closed connection would look like a failure.
 */
export const waitUntilOpened = (app: FastifyInstance, opened: Promise<void>) => {
  let isOpen = false
  opened.then(
    () => {
      isOpen = true
    },
    // The requests that wait get the error.
    () => undefined,
  )
  app.addHook('onRequest', (_request, _reply, done) => {
    if (isOpen) done()
    else opened.then(() => done(), done)
  })
}

/**
 * Response serializers, each compiled on first use: compiling all of them took half of the start.
 * Equal schemas share one.
 */
const createSerializerCompiler = (): FastifySerializerCompiler<Schema> => {
  const optionsFor = (text: string) => {
    // The compiler checks all that it is given, so it gets only what the schema refers to.
    const schema = referredTo(text, new Map(namedSchemas().map((one) => [one.$id, one])))
    // The serializer chooses between alternatives by their schema, and need not check our formats.
    return { schema, ajv: { formats: { text: true as const } } }
  }
  const made = new Map<string, (data: unknown) => string>()
  const serializerFor = (schema: Schema) => {
    const text = JSON.stringify(schema)
    const serialize = made.get(text) ?? fastJson(schema, optionsFor(text))
    made.set(text, serialize)
    return serialize
  }
  return ({ schema }) => {
    let serialize: ((data: unknown) => string) | undefined
    return (data) => {
      serialize ??= serializerFor(schema)
      return serialize(data)
    }
  }
}

/** The named schemas that the JSON of a schema refers to, directly or through others. */
const referredTo = (text: string, all: Map<string, NamedSchema>): Record<string, Schema> => {
  const found: Record<string, Schema> = {}
  const read = (json: string) => {
    for (const [, name = ''] of json.matchAll(/"\$ref":"([^"#]+)#/g)) {
      const schema = all.get(name)
      if (!schema || name in found) continue
      found[name] = schema as Schema
      read(JSON.stringify(schema))
    }
  }
  read(text)
  return found
}
