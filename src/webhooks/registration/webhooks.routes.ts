import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { actorOf } from '../../http/callers/actor.ts'
import type { Change } from '../../http/change.ts'
import { tagRoutes } from '../../http/openapi/openapi.ts'
import { NoContent } from '../../http/schema.ts'
import type { Summaries } from './summary.ts'
import type { TestEvents } from './test-event.ts'
import {
  NewWebhook,
  RotatedWebhook,
  SecretRotation,
  TestRequest,
  TestResult,
  WebhookChanges,
  WebhookDetail,
  WebhookHealth,
  WebhookPage,
  WebhookPath,
  WebhookQuery,
  WebhookSchema,
} from './webhooks.schema.ts'
import type { Webhooks } from './webhooks.ts'

interface Options {
  webhooks: Webhooks
  testEvents: TestEvents
  summaries: Summaries
  change: Change
}

/** All fields may be omitted, and so may the body. */
const bodyIsOptional = async (request: FastifyRequest) => {
  if (request.body === undefined) request.body = {}
}

export const webhookRoutes =
  ({ webhooks, testEvents, summaries, change }: Options): FastifyPluginAsyncTypebox =>
  async (app) => {
    tagRoutes(app, 'Webhooks')
    app.get('/v1/webhooks', {
      config: { permission: 'webhooks:read' },
      schema: {
        operationId: 'listWebhooks',
        summary: 'List webhooks',
        description: 'The webhooks of one organization, newest first.',
        querystring: WebhookQuery,
        response: { 200: WebhookPage },
      },
      handler: (request) => webhooks.list(actorOf(request), request.query),
    })

    app.post('/v1/webhooks', {
      config: {
        permission: 'webhooks:write',
        errors: { 409: 'The organization has the maximum number of webhooks (`limit_reached`).' },
      },
      schema: {
        operationId: 'createWebhook',
        summary: 'Register a webhook',
        description:
          'The webhook receives the events of one organization. The secret is shown only in ' +
          'this response.',
        body: NewWebhook,
        response: { 200: WebhookSchema },
      },
      handler: (request, reply) =>
        change(request, reply, {
          prepare: async () => {
            await webhooks.checkNew(actorOf(request), request.body)
            return (tx) => webhooks.create(tx, actorOf(request), request.body)
          },
        }),
    })

    app.get('/v1/webhooks/:id', {
      config: { permission: 'webhooks:read' },
      schema: {
        operationId: 'getWebhook',
        summary: 'Retrieve a webhook',
        description: 'Returns the webhook with its health, without its secret.',
        params: WebhookPath,
        response: { 200: WebhookDetail },
      },
      handler: (request) => webhooks.retrieve(actorOf(request), request.params.id),
    })

    app.get('/v1/webhooks/:id/health', {
      config: { permission: 'webhooks:read' },
      schema: {
        operationId: 'getWebhookHealth',
        summary: 'Retrieve the health of a webhook',
        description: 'The results of the newest deliveries, and the number of waiting deliveries.',
        params: WebhookPath,
        response: { 200: WebhookHealth },
      },
      handler: (request) => summaries.health(actorOf(request), request.params.id),
    })

    app.patch('/v1/webhooks/:id', {
      config: { permission: 'webhooks:write' },
      schema: {
        operationId: 'updateWebhook',
        summary: 'Change a webhook',
        description:
          'Omitted fields stay unchanged. `active: false` switches the webhook off and drops ' +
          'its waiting deliveries; `active: true` switches it on again, also after five days ' +
          'of failures.',
        params: WebhookPath,
        body: WebhookChanges,
        response: { 200: WebhookDetail },
      },
      handler: (request, reply) =>
        change(request, reply, {
          prepare: async () => {
            const { id } = request.params
            await webhooks.checkChange(actorOf(request), id, request.body)
            return (tx) => webhooks.change(tx, actorOf(request), id, request.body)
          },
        }),
    })

    app.delete('/v1/webhooks/:id', {
      config: { permission: 'webhooks:write' },
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook',
        description: 'Waiting deliveries are dropped. All deliveries can still be retrieved.',
        params: WebhookPath,
        response: { 204: NoContent },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) => webhooks.remove(tx, actorOf(request), request.params.id)),
    })

    app.post('/v1/webhooks/:id/rotate-secret', {
      config: { permission: 'webhooks:write' },
      preValidation: bodyIsOptional,
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: 'Rotate the secret of a webhook',
        description:
          'The response contains the new secret, only this once. During the grace period ' +
          '`X-Service-Signature` uses the previous secret, and `webhook-signature` contains a ' +
          'signature for each of the two. Afterwards both use the new secret.',
        params: WebhookPath,
        body: SecretRotation,
        response: { 200: RotatedWebhook },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) => {
          const { grace_seconds = 86_400 } = request.body
          return webhooks.rotateSecret(tx, actorOf(request), request.params.id, grace_seconds)
        }),
    })

    app.post('/v1/webhooks/:id/test', {
      config: { permission: 'webhooks:write' },
      preValidation: bodyIsOptional,
      schema: {
        operationId: 'testWebhook',
        summary: 'Test a webhook',
        description:
          'Sends a marked test event immediately, signed like any delivery, and returns the ' +
          'request and the response. It is neither stored nor retried. Inactive webhooks can ' +
          'be tested too.',
        params: WebhookPath,
        body: TestRequest,
        response: { 200: TestResult },
      },
      handler: (request, reply) =>
        change(request, reply, {
          prepare: async () => {
            const { event } = request.body
            const result = await testEvents.send(actorOf(request), request.params.id, event)
            return async () => result
          },
        }),
    })
  }
