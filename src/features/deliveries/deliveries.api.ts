import { bodyIsOptional, routes } from '../../platform/http/routes.ts'
import { TestRequest, TestResult, WebhookPath } from '../webhooks/webhooks.schema.ts'
import {
  DeliveryDetail,
  DeliveryPath,
  DeliveryQuery,
  DeliverySchema,
  PageOfDeliveries,
  ReplayRequest,
  ReplayResult,
} from './deliveries.schema.ts'
import {
  listDeliveries,
  replayDeliveries,
  retrieveDelivery,
  retryDelivery,
  sendTestEvent,
} from './deliveries.ts'

export const deliveryRoutes = routes('Deliveries', (app, server) => {
  app.get('/v1/webhooks/:id/deliveries', {
    operationId: 'listDeliveries',
    summary: 'List deliveries',
    description: 'The deliveries of one webhook, newest first. Kept for 30 days.',
    permission: 'webhooks:read',
    params: WebhookPath,
    querystring: DeliveryQuery,
    response: { 200: PageOfDeliveries },
    read: (context, request) => listDeliveries(context, request.params.id, request.query),
  })

  app.get('/v1/deliveries/:id', {
    operationId: 'getDelivery',
    summary: 'Retrieve a delivery',
    description:
      'Returns the delivery with its body and all attempts, even after its webhook was ' +
      'deleted.',
    permission: 'webhooks:read',
    params: DeliveryPath,
    response: { 200: DeliveryDetail },
    read: (context, request) => retrieveDelivery(context, request.params.id),
  })

  app.post('/v1/deliveries/:id/retry', {
    operationId: 'retryDelivery',
    summary: 'Retry a delivery',
    description:
      'A finished delivery gets one more attempt immediately. A delivery that waits for ' +
      'its next attempt gets it immediately. A running attempt is not repeated.',
    permission: 'webhooks:write',
    errors: {
      409: 'The webhook is inactive (`webhook_inactive`) or was deleted (`webhook_deleted`).',
    },
    params: DeliveryPath,
    response: { 202: DeliverySchema },
    change: (change, request) => retryDelivery(change, request.params.id),
  })

  app.post('/v1/webhooks/:id/replay', {
    operationId: 'replayDeliveries',
    summary: 'Replay deliveries',
    description:
      'Resends the finished deliveries of a period, each with all attempts: the same ' +
      'events with the same ids. One request resends at most 10,000, oldest first; ' +
      '`next_since` is the start of the next request. A dry run answers 200 and sends ' +
      'nothing.',
    permission: 'webhooks:write',
    errors: { 409: 'The webhook is inactive (`webhook_inactive`).' },
    params: WebhookPath,
    body: ReplayRequest,
    response: { 200: ReplayResult, 202: ReplayResult },
    handler: (request, reply) =>
      server.change(request, reply.code(request.body.dry_run ? 200 : 202), (change) =>
        replayDeliveries(change, request.params.id, request.body),
      ),
  })
})

/** A test shows what a webhook does, so it belongs to the webhooks in the document. */
export const webhookTestRoutes = routes('Webhooks', (app) => {
  app.post('/v1/webhooks/:id/test', {
    operationId: 'testWebhook',
    summary: 'Test a webhook',
    description:
      'Sends a marked test event immediately, signed like any delivery, and returns the ' +
      'request and the response. It is neither stored nor retried. Inactive webhooks can ' +
      'be tested too.',
    permission: 'webhooks:write',
    preValidation: bodyIsOptional,
    params: WebhookPath,
    body: TestRequest,
    response: { 200: TestResult },
    prepare: async (context, request) => {
      const { event } = request.body
      const result = await sendTestEvent(context, request.params.id, event)
      return async () => result
    },
  })
})
