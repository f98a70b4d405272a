import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { apiDescription, tagDescriptions } from './openapi.text.ts'
import { ProblemSchema } from './schema.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The roles that may call it; for the reference, and for the test that tries each. */
    roles?: readonly string[]
    /** Errors of this route beyond those that every route can answer with. */
    errors?: Record<number, string>
  }
}

const commonErrors: Record<number, string> = {
  401: 'No key, or an unknown, expired or revoked one.',
  403: 'The role or the scope of the key does not allow it.',
  404: 'It does not exist, or this key does not reach it.',
  422: 'A field or a parameter is invalid; `errors` names each.',
  429: 'The rate limit is reached; `Retry-After` says how long to wait.',
  503: 'The database cannot be reached or the disk is full. Nothing was saved.',
}

const bodyErrors: Record<number, string> = {
  400: 'The body is not JSON, or not an object.',
  413: 'The body is larger than 256 KB.',
  415: 'The body is not application/json.',
}

const idempotencyKey = {
  'Idempotency-Key': {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description: 'Makes a repetition safe: the same key and body get the first answer again.',
    examples: ['order-4711'],
  },
}

/** Documents every tagged route from its own schema. Registered before the routes. */
export const describeApi = async (app: FastifyInstance, version: string, baseUrl: string) => {
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
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, i) => `${json.$id ?? `def-${i}`}`,
    },
    exposeHeadRoutes: false,
    hideUntagged: true,
    transform: ({ schema, url, route }) => ({ schema: complete(schema, route), url }),
  })
}

/** Every route fails in the same ways: said once here rather than at each of them. */
const complete = (schema: FastifySchema | undefined, route: RouteOptions) => {
  const { roles, errors } = route.config ?? {}
  const refusals = { ...commonErrors, ...(schema?.body ? bodyErrors : {}), ...errors }
  return {
    ...schema,
    ...(roles && { 'x-roles': roles }),
    ...(route.method === 'POST' && { headers: { type: 'object', properties: idempotencyKey } }),
    response: {
      ...(schema?.response as object | undefined),
      ...Object.fromEntries(
        Object.entries(refusals).map(([status, description]) => [status, asError(description)]),
      ),
    },
  }
}

const asError = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ProblemSchema } },
})
