import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
  RouteOptions,
  RouteShorthandOptions,
} from 'fastify'
import type { TSchema } from 'typebox'
import { type Change, type Context, readContext } from '../context.ts'
import { actorOf } from './callers/authentication.ts'

/** The handler of a route whose schemas give the types of the request and of the response. */
type Handler<Schema extends FastifySchema> = RouteHandlerMethod<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  RouteGenericInterface,
  FastifyContextConfig,
  Schema,
  TypeBoxTypeProvider
>

type Request<Schema extends FastifySchema> = Parameters<Handler<Schema>>[0]
type Reply<Schema extends FastifySchema> = Parameters<Handler<Schema>>[1]
type Answer<Schema extends FastifySchema> = Exclude<ReturnType<Handler<Schema>>, Promise<unknown>>

/** A route that changes data is one transaction, with an entry in the audit log. */
type Work<Schema extends FastifySchema> =
  | { handler: Handler<Schema> }
  | {
      read: (
        context: Context,
        request: Request<Schema>,
        reply: Reply<Schema>,
      ) => Promise<Answer<Schema>>
    }
  | { change: (change: Change, request: Request<Schema>) => Promise<Answer<Schema>> }
  /** For work before the transaction, which must not wait for another machine. */
  | {
      prepare: (
        context: Context,
        request: Request<Schema>,
      ) => Promise<(change: Change) => Promise<Answer<Schema>>>
    }

interface Facts<Schema extends FastifySchema>
  extends Omit<FastifyContextConfig, 'meters'>,
    Pick<RouteShorthandOptions, 'bodyLimit' | 'exposeHeadRoute'> {
  operationId: string
  summary: string
  description: string
  /** The reference does not show the route. */
  hide?: boolean
  params?: Schema['params']
  querystring?: Schema['querystring']
  body?: Schema['body']
  response?: Schema['response']
  preValidation?: (request: Request<Schema>) => Promise<void>
  preHandler?: (request: Request<Schema>) => Promise<void>
}

type Operation<Schema extends FastifySchema> = Facts<Schema> & Work<Schema>

type Define = <
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Response extends Record<number, TSchema>,
>(
  url: string,
  operation: Operation<{ params: Params; querystring: Query; body: Body; response: Response }>,
) => void

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/**
 * The routes of a file, with the tag of all of them. Fastify reads the facts of a route from three
 * objects: the route, its `config` and its `schema`. Here a route is one list of facts.
 */
export const routes =
  (tag: string, define: (routes: Record<Method, Define>, app: FastifyInstance) => void) =>
  async (app: FastifyInstance) => {
    const defineBy =
      (method: Method): Define =>
      (url, operation) =>
        app.route({
          ...pick(operation, ['bodyLimit', 'exposeHeadRoute', 'preValidation', 'preHandler']),
          method,
          url,
          config: pick(operation, configured),
          schema: { tags: [tag], ...pick(operation, documented) },
          handler: handlerOf(app, operation),
          // The schemas check a request, so it has the types that the functions above expect.
        } as RouteOptions)
    define(
      {
        get: defineBy('get'),
        post: defineBy('post'),
        put: defineBy('put'),
        patch: defineBy('patch'),
        delete: defineBy('delete'),
      },
      app,
    )
  }

/** For `preValidation`: all fields may be omitted, and so may the body. */
export const bodyIsOptional = async (request: FastifyRequest) => {
  if (request.body === undefined) request.body = {}
}

const configured = [
  'permission',
  'errors',
  'produces',
  'streams',
  'consumes',
  'isOpen',
  'isRepeatable',
  'streamsBody',
] as const

const documented = [
  'operationId',
  'summary',
  'description',
  'hide',
  'params',
  'querystring',
  'body',
  'response',
] as const

const handlerOf = <Schema extends FastifySchema>(app: FastifyInstance, work: Work<Schema>) => {
  if ('handler' in work) return work.handler
  const contextOf = (request: Request<Schema>) => readContext(app.service, actorOf(request))
  if ('read' in work) {
    return (request: Request<Schema>, reply: Reply<Schema>) =>
      work.read(contextOf(request), request, reply)
  }
  return (request: Request<Schema>, reply: FastifyReply) =>
    app.change(
      request,
      reply,
      'change' in work
        ? (change) => work.change(change, request)
        : { prepare: () => work.prepare(contextOf(request), request) },
    )
}

const pick = <Source extends object, Name extends keyof Source>(
  source: Source,
  names: readonly Name[],
) =>
  Object.fromEntries(
    names.filter((name) => name in source).map((name) => [name, source[name]]),
  ) as Pick<Source, Name>
