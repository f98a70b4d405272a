import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { type Permission, permissions } from '#contract/roles.ts'
import { ProblemSchema } from '../schema.ts'
import { apiDescription, tagDescriptions } from './openapi.text.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The permission that the route needs, for the reference and for refusals. */
    permission?: Permission
    /** Errors of this route in addition to those of every route. */
    errors?: Record<number, string>
    /** The media types of the response, if not JSON. */
    produces?: readonly string[]
    /** The media types of the request body, if not JSON. */
    consumes?: readonly string[]
    /** The route needs no key. */
    isOpen?: boolean
  }
}

const commonErrors: Record<number, string> = {
  400: 'The address cannot be decoded.',
  401: 'The key is missing, unknown, expired or revoked.',
  403: 'The role or the scope of the key does not allow it.',
  404: 'It does not exist, or this key has no access to it.',
  422: 'A field or a parameter is invalid; `errors` lists each of them.',
  429: 'The rate limit is reached; `Retry-After` is the number of seconds to wait.',
  503: 'The database cannot be reached or the disk is full. Nothing was saved.',
}

const { 401: _key, 403: _role, ...openErrors } = commonErrors

const bodyErrors: Record<number, string> = {
  400: 'The body is not JSON, or not an object; or the address cannot be decoded.',
  413: 'The body is larger than 256 KB.',
  415: 'The body is not application/json.',
}

interface QuerySchema {
  properties: Record<string, TSchema>
  required?: string[]
}

const keyInFlight =
  'A request with this `Idempotency-Key` is still running (`idempotency_key_in_flight`).'

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

interface Described {
  version: string
  baseUrl: string
  /** The webhooks that we send, with the schemas of the routes. */
  webhooks: object
}

/** Documents every tagged route from its own schema. Registered before the routes. */
export const describeApi = async (
  app: FastifyInstance,
  { version, baseUrl, webhooks }: Described,
) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'QPR API', version, description: apiDescription },
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
  })
}

/** The tag of the routes of one file, unless a route has its own. */
export const tagRoutes = (app: FastifyInstance, tag: string) => {
  app.addHook('onRoute', (route) => {
    route.schema = { tags: [tag], ...route.schema }
  })
}

/** The generator converts references only in routes, so convert those of the webhooks here. */
const withDocumentReferences = (webhooks: object) =>
  JSON.parse(JSON.stringify(webhooks), (key, value) =>
    key === '$ref' ? `#/components/schemas/${value.replace(/#$/, '')}` : value,
  )

/** Every route has the same errors, so they are added here instead of at each route. */
const complete = (schema: FastifySchema | undefined, route: RouteOptions) => {
  const { permission, errors, produces, consumes, isOpen, isRepeatable } = route.config ?? {}
  const querystring = schema?.querystring as QuerySchema | undefined
  const response = (schema?.response ?? {}) as Record<string, TSchema>
  // Visitors have no key, so idempotency does not apply to them.
  const isPost = route.method === 'POST' && !isOpen
  const conflicts = [errors?.[409], isPost && keyInFlight].filter(Boolean).join(' ')
  const refusals: Record<string, string> = {
    ...(isOpen ? openErrors : commonErrors),
    ...(route.method !== 'GET' && bodyErrors),
    ...errors,
    ...(conflicts && { 409: conflicts }),
  }
  return {
    ...schema,
    ...(querystring && { querystring: withoutDefaulted(querystring) }),
    ...(permission && { 'x-roles': permissions[permission] }),
    // In bytes, where it differs from the limit of 256 KB.
    ...(route.bodyLimit !== undefined && { 'x-body-limit': route.bodyLimit }),
    ...(isOpen && { security: [] }),
    ...(consumes && { consumes, body: bytes }),
    ...(isPost && { headers: { type: 'object', properties: idempotencyKey } }),
    response: {
      ...(produces && { 200: asBytes(produces) }),
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

const bytes = { type: 'string', format: 'binary', description: 'The file itself.' }

const asBytes = (types: readonly string[]) => ({
  description: 'Done.',
  content: Object.fromEntries(types.map((type) => [type.split(';')[0], { schema: bytes }])),
})

const asError = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ProblemSchema } },
})
