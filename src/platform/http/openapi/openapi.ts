import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { type Permission, permissions } from '#contract/roles.ts'
import { ProblemSchema } from '../schema.ts'
import type { OpenApiDocument } from './document.ts'
import { errorsOf } from './errors.ts'
import { finished } from './finish.ts'
import { apiDescription, tagDescriptions } from './openapi.text.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The permission that the route needs, for the reference and for refusals. */
    permission?: Permission
    /** Errors of this route in addition to those of every route. */
    errors?: Record<number, string>
    /** The media types of the response, if not JSON. */
    produces?: readonly string[]
    /** The data of each server-sent event. */
    streams?: TSchema
    /** The media types of the request body, if not JSON. */
    consumes?: readonly string[]
    /** The route needs no key. */
    isOpen?: boolean
  }
}

interface QuerySchema {
  properties: Record<string, TSchema>
  required?: string[]
}

const idempotencyKey = {
  'Idempotency-Key': {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description:
      'Makes a retry safe: a request with the same key and body gets the first response again.',
    examples: ['order-4711'],
  },
}

const lastEventId = {
  'Last-Event-ID': {
    type: 'string',
    description:
      'The id of the last event that you received. The stream continues right after it; browsers ' +
      'send this header when they reconnect.',
    examples: ['1-57'],
  },
}

interface Described {
  version: string
  baseUrl: string
  /** The webhooks that we send, with the schemas of the routes. */
  webhooks: object
}

/** Documents every tagged route from its own schema at /openapi.json. Registered before the routes. */
export const describeApi = async (
  app: FastifyInstance,
  { version, baseUrl, webhooks }: Described,
) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'QPR API',
        version,
        description: apiDescription,
        license: { name: 'MIT', identifier: 'MIT' },
        contact: { name: 'The operator of this service', url: `${baseUrl}/docs` },
      },
      servers: [{ url: baseUrl }],
      tags: tagDescriptions,
      components: {
        securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key.' } },
      },
      security: [{ key: [] }],
      webhooks: withDocumentReferences(webhooks),
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, i) => `${json.$id ?? `def-${i}`}`,
    },
    exposeHeadRoutes: false,
    hideUntagged: true,
    transform: ({ schema, url, route }) => ({ schema: complete(schema, route), url }),
    transformObject: (made) =>
      'openapiObject' in made ? finished(made.openapiObject as OpenApiDocument) : {},
  })
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('Cache-Control', 'public, max-age=300').send(app.swagger()),
  )
}

/** The generator converts references only in routes, so convert those of the webhooks here. */
const withDocumentReferences = (webhooks: object) =>
  JSON.parse(JSON.stringify(webhooks), (key, value) =>
    key === '$ref' ? `#/components/schemas/${value.replace(/#$/, '')}` : value,
  )

/** Every route has the same errors, so they are added here instead of at each route. */
const complete = (schema: FastifySchema | undefined, route: RouteOptions) => {
  const {
    permission,
    errors = {},
    produces,
    streams,
    consumes,
    isOpen = false,
    isRepeatable = false,
  } = route.config ?? {}
  const querystring = schema?.querystring as QuerySchema | undefined
  const response = (schema?.response ?? {}) as Record<string, TSchema>
  const takesKey = route.method === 'POST' && !isOpen
  const headers = {
    ...(takesKey && idempotencyKey),
    ...(streams && route.method === 'GET' && lastEventId),
  }
  const refusals = errorsOf({ method: String(route.method), isOpen, errors })
  return {
    ...schema,
    ...(querystring && { querystring: withoutDefaulted(querystring) }),
    ...(permission && { 'x-roles': permissions[permission] }),
    // In bytes, where it differs from the limit of 256 KB.
    ...(route.bodyLimit !== undefined && { 'x-body-limit': route.bodyLimit }),
    ...(isOpen && { security: [] }),
    ...(consumes && { consumes, body: bytes }),
    ...(Object.keys(headers).length > 0 && { headers: { type: 'object', properties: headers } }),
    response: {
      ...(produces && { 200: asBytes(produces, streams) }),
      ...Object.fromEntries(
        Object.entries(response).map(([status, body]) => [status, asSuccess(status, body)]),
      ),
      ...(isRepeatable && { 304: unchanged }),
      ...Object.fromEntries(
        Object.entries(refusals).map(([status, description]) => [status, asError(description)]),
      ),
    },
  }
}

/** A parameter with a default may be omitted: only the handler always gets a value. */
const withoutDefaulted = (query: QuerySchema): QuerySchema => ({
  ...query,
  required: (query.required ?? []).filter((name) => !('default' in (query.properties[name] ?? {}))),
})

const unchanged = { type: 'null', description: 'Unchanged since the `ETag` in `If-None-Match`.' }

const successes: Record<string, string> = { 201: 'Created.', 202: 'Accepted.' }

const asSuccess = (status: string, body: TSchema) =>
  status === '204'
    ? body
    : {
        description: successes[status] ?? 'Done.',
        content: { 'application/json': { schema: body } },
      }

const text = { type: 'string', description: 'The file itself.' }
const bytes = { type: 'string', format: 'binary', description: 'The file itself.' }

/** JSON Lines have a line for each object, and server-sent events have data: generators need both. */
const asBytes = (types: readonly string[], streams: TSchema | undefined) => ({
  description: 'Done.',
  content: Object.fromEntries(
    types.map((type) => {
      const [plain = type] = type.split(';')
      return [plain, { schema: streams ?? (plain === 'text/csv' ? text : bytes) }]
    }),
  ),
})

const asError = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ProblemSchema } },
})
