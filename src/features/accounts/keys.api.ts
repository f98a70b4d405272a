import { bodyIsOptional, routes } from '../../platform/http/routes.ts'
import { NoContent } from '../../platform/http/schema.ts'
import {
  KeyDetail,
  KeyList,
  KeyPath,
  KeyQuery,
  KeyWithText,
  NewKey,
  Rotation,
} from './keys.schema.ts'
import { createKey, listKeys, retrieveKey, revokeKey, rotateKey } from './keys.ts'

export const keyRoutes = routes('API keys', (app) => {
  app.get('/v1/api-keys', {
    operationId: 'listApiKeys',
    summary: 'List API keys',
    description:
      'Your own keys, or the keys of an organization. The response never contains key values.',
    querystring: KeyQuery,
    response: { 200: KeyList },
    read: (context, request) => listKeys(context, request.query),
  })

  app.post('/v1/api-keys', {
    operationId: 'createApiKey',
    summary: 'Create an API key',
    description:
      'The key acts on your behalf. You can limit it to an organization, a maximum role ' +
      'and an expiry. A new key inherits the limits of the key that creates it.',
    errors: { 409: 'You have the maximum number of keys (`limit_reached`).' },
    body: NewKey,
    response: { 201: KeyWithText },
    change: (change, request) => createKey(change, request.body),
  })

  app.get('/v1/api-keys/:id', {
    operationId: 'getApiKey',
    summary: 'Retrieve an API key',
    description: 'Returns the key with its user and its limits.',
    params: KeyPath,
    response: { 200: KeyDetail },
    read: (context, request) => retrieveKey(context, request.params.id),
  })

  app.delete('/v1/api-keys/:id', {
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key',
    description:
      'The key stops working immediately. Owners and admins can also revoke keys that are ' +
      'limited to their organization.',
    params: KeyPath,
    response: { 204: NoContent },
    change: (change, request) => revokeKey(change, request.params.id),
  })

  app.post('/v1/api-keys/:id/rotate', {
    operationId: 'rotateApiKey',
    summary: 'Rotate an API key',
    description:
      'Gives the key a new value. The previous value keeps working until its grace period ' +
      'ends.',
    errors: {
      409:
        'The key was revoked (`key_revoked`), or too many previous values are still in ' +
        'their grace period (`limit_reached`).',
    },
    preValidation: bodyIsOptional,
    params: KeyPath,
    body: Rotation,
    response: { 200: KeyWithText },
    change: (change, request) => {
      const { grace_seconds = 86_400 } = request.body
      return rotateKey(change, request.params.id, grace_seconds)
    },
  })
})
