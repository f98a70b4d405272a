import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf } from '../http/callers/actor.ts'
import type { Change } from '../http/change.ts'
import { NoContent } from '../http/schema.ts'
import {
  KeyDetail,
  KeyList,
  KeyPath,
  KeyQuery,
  KeyWithText,
  NewKey,
  Rotation,
} from './keys.schema.ts'
import type { Keys } from './keys.ts'

export const keyRoutes =
  ({ keys, change }: { keys: Keys; change: Change }): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/v1/api-keys', {
      schema: {
        operationId: 'listApiKeys',
        summary: 'List API keys',
        description: 'Your own keys, or those of an organization. Texts are never shown again.',
        tags: ['API keys'],
        querystring: KeyQuery,
        response: { 200: KeyList },
      },
      handler: (request) => keys.list(actorOf(request), request.query),
    })

    app.post('/v1/api-keys', {
      config: { errors: { 409: 'You have as many keys as one may have (`limit_reached`).' } },
      schema: {
        operationId: 'createApiKey',
        summary: 'Create an API key',
        description:
          'The key acts as you. It may be narrowed to an organization, a role, an expiry; what ' +
          'your own key is narrowed to, the new one inherits.',
        tags: ['API keys'],
        body: NewKey,
        response: { 201: KeyWithText },
      },
      handler: (request, reply) =>
        change(request, reply.code(201), (tx) => keys.create(tx, actorOf(request), request.body)),
    })

    app.get('/v1/api-keys/:id', {
      schema: {
        operationId: 'getApiKey',
        summary: 'Retrieve an API key',
        description: 'With its owner and what it is narrowed to.',
        tags: ['API keys'],
        params: KeyPath,
        response: { 200: KeyDetail },
      },
      handler: (request) => keys.retrieve(actorOf(request), request.params.id),
    })

    app.delete('/v1/api-keys/:id', {
      schema: {
        operationId: 'revokeApiKey',
        summary: 'Revoke an API key',
        description:
          'It stops working at once. Owners and admins also revoke the keys that are narrowed ' +
          'to their organization.',
        tags: ['API keys'],
        params: KeyPath,
        response: { 204: NoContent },
      },
      handler: async (request, reply) => {
        await change(request, reply.code(204), (tx) =>
          keys.revoke(tx, actorOf(request), request.params.id),
        )
        return null
      },
    })

    app.post('/v1/api-keys/:id/rotate', {
      config: {
        errors: {
          409:
            'The key was revoked (`key_revoked`), or too many former texts are in their grace ' +
            '(`limit_reached`).',
        },
      },
      preValidation: async (request) => {
        if (request.body === undefined) request.body = {}
      },
      schema: {
        operationId: 'rotateApiKey',
        summary: 'Rotate an API key',
        description: 'Gives it a new text; the former one works until the grace ends.',
        tags: ['API keys'],
        params: KeyPath,
        body: Rotation,
        response: { 200: KeyWithText },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) => {
          const { grace_seconds = 86_400 } = request.body
          return keys.rotate(tx, actorOf(request), request.params.id, grace_seconds)
        }),
    })
  }
