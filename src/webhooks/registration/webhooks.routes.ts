import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { actorOf } from '../../http/callers/actor.ts'
import type { Change } from '../../http/change.ts'
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
  roles: Record<'webhooks:read' | 'webhooks:write', readonly string[]>
}

/** All fields may be omitted, and so may the body. */
const bodyIsOptional = async (request: FastifyRequest) => {
  if (request.body === undefined) request.body = {}
}

export const webhookRoutes =
  ({ webhooks, testEvents, summaries, change, roles }: Options): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/v1/webhooks', {
      config: { roles: roles['webhooks:read'] },
      schema: {
        operationId: 'listWebhooks',
        summary: 'List webhooks',
        description: 'Of one organization, newest first.',
        tags: ['Webhooks'],
        querystring: WebhookQuery,
        response: { 200: WebhookPage },
      },
      handler: (request) => webhooks.list(actorOf(request), request.query),
    })

    app.post('/v1/webhooks', {
      config: {
        roles: roles['webhooks:write'],
        errors: { 409: 'The organization has as many webhooks as one may have (`limit_reached`).' },
      },
      schema: {
        operationId: 'createWebhook',
        summary: 'Register a webhook',
        description:
          'It gets the events of one organization. The secret is shown in this answer only.',
        tags: ['Webhooks'],
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
      config: { roles: roles['webhooks:read'] },
      schema: {
        operationId: 'getWebhook',
        summary: 'Retrieve a webhook',
        description: 'With its health, and without its secret.',
        tags: ['Webhooks'],
        params: WebhookPath,
        response: { 200: WebhookDetail },
      },
      handler: (request) => webhooks.retrieve(actorOf(request), request.params.id),
    })

    app.get('/v1/webhooks/:id/health', {
      config: { roles: roles['webhooks:read'] },
      schema: {
        operationId: 'getWebhookHealth',
        summary: 'The health of a webhook',
        description: 'How its newest deliveries went, and what waits for it.',
        tags: ['Webhooks'],
        params: WebhookPath,
        response: { 200: WebhookHealth },
      },
      handler: (request) => summaries.health(actorOf(request), request.params.id),
    })

    app.patch('/v1/webhooks/:id', {
      config: { roles: roles['webhooks:write'] },
      schema: {
        operationId: 'updateWebhook',
        summary: 'Change a webhook',
        description:
          'What is omitted stays as it is. `active: false` pauses it and drops what waits for it; ' +
          '`active: true` starts it again, also after five days of failures.',
        tags: ['Webhooks'],
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
      config: { roles: roles['webhooks:write'] },
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook',
        description: 'What waits for it is dropped. Its deliveries can still be retrieved.',
        tags: ['Webhooks'],
        params: WebhookPath,
        response: { 204: NoContent },
      },
      handler: async (request, reply) => {
        await change(request, reply.code(204), (tx) =>
          webhooks.remove(tx, actorOf(request), request.params.id),
        )
        return null
      },
    })

    app.post('/v1/webhooks/:id/rotate-secret', {
      config: { roles: roles['webhooks:write'] },
      preValidation: bodyIsOptional,
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: 'Rotate the secret of a webhook',
        description:
          'Answers with the new secret, once. Until the grace ends `X-Service-Signature` is made ' +
          'with the former one, then with the new one; `webhook-signature` carries both meanwhile.',
        tags: ['Webhooks'],
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
      config: { roles: roles['webhooks:write'] },
      preValidation: bodyIsOptional,
      schema: {
        operationId: 'testWebhook',
        summary: 'Test a webhook',
        description:
          'Sends a marked test event at once, signed like any delivery, and answers with what was ' +
          'sent and received. Nothing of it is kept or retried. Inactive webhooks can be tested too.',
        tags: ['Webhooks'],
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
