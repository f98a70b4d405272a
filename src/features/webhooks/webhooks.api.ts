import { bodyIsOptional, routes } from '../../platform/http/routes.ts'
import { NoContent } from '../../platform/http/schema.ts'
import {
  NewWebhook,
  PageOfWebhooks,
  RotatedWebhook,
  SecretRotation,
  WebhookChanges,
  WebhookDetail,
  WebhookHealth,
  WebhookPath,
  WebhookQuery,
  WebhookSchema,
} from './webhooks.schema.ts'
import {
  deleteWebhook,
  listWebhooks,
  prepareUpdate,
  prepareWebhook,
  retrieveHealth,
  retrieveWebhook,
  rotateSecret,
} from './webhooks.ts'

export const webhookRoutes = routes('Webhooks', (app) => {
  app.get('/v1/webhooks', {
    operationId: 'listWebhooks',
    summary: 'List webhooks',
    description: 'The webhooks of one organization, newest first.',
    permission: 'webhooks:read',
    querystring: WebhookQuery,
    response: { 200: PageOfWebhooks },
    read: (context, request) => listWebhooks(context, request.query),
  })

  app.post('/v1/webhooks', {
    operationId: 'createWebhook',
    summary: 'Register a webhook',
    description:
      'The webhook receives the events of one organization. The secret is shown only in ' +
      'this response.',
    permission: 'webhooks:write',
    errors: { 409: 'The organization has the maximum number of webhooks (`limit_reached`).' },
    body: NewWebhook,
    response: { 200: WebhookSchema },
    prepare: (context, request) => prepareWebhook(context, request.body),
  })

  app.get('/v1/webhooks/:id', {
    operationId: 'getWebhook',
    summary: 'Retrieve a webhook',
    description: 'Returns the webhook with its health, without its secret.',
    permission: 'webhooks:read',
    params: WebhookPath,
    response: { 200: WebhookDetail },
    read: (context, request) => retrieveWebhook(context, request.params.id),
  })

  app.get('/v1/webhooks/:id/health', {
    operationId: 'getWebhookHealth',
    summary: 'Retrieve the health of a webhook',
    description: 'The results of the newest deliveries, and the number of waiting deliveries.',
    permission: 'webhooks:read',
    params: WebhookPath,
    response: { 200: WebhookHealth },
    read: (context, request) => retrieveHealth(context, request.params.id),
  })

  app.patch('/v1/webhooks/:id', {
    operationId: 'updateWebhook',
    summary: 'Change a webhook',
    description:
      'Omitted fields stay unchanged. `active: false` switches the webhook off and drops ' +
      'its waiting deliveries; `active: true` switches it on again, also after five days ' +
      'of failures.',
    permission: 'webhooks:write',
    params: WebhookPath,
    body: WebhookChanges,
    response: { 200: WebhookDetail },
    prepare: (context, request) => prepareUpdate(context, request.params.id, request.body),
  })

  app.delete('/v1/webhooks/:id', {
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'Waiting deliveries are dropped. All deliveries can still be retrieved.',
    permission: 'webhooks:write',
    params: WebhookPath,
    response: { 204: NoContent },
    change: (change, request) => deleteWebhook(change, request.params.id),
  })

  app.post('/v1/webhooks/:id/rotate-secret', {
    operationId: 'rotateWebhookSecret',
    summary: 'Rotate the secret of a webhook',
    description:
      'The response contains the new secret, only this once. During the grace period ' +
      '`X-Service-Signature` uses the previous secret, and `webhook-signature` contains a ' +
      'signature for each of the two. Afterwards both use the new secret.',
    permission: 'webhooks:write',
    preValidation: bodyIsOptional,
    params: WebhookPath,
    body: SecretRotation,
    response: { 200: RotatedWebhook },
    change: (change, request) => {
      const { grace_seconds = 86_400 } = request.body
      return rotateSecret(change, request.params.id, grace_seconds)
    },
  })
})
