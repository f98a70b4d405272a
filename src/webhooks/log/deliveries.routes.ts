import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf } from '../../http/callers/actor.ts'
import type { Change } from '../../http/change.ts'
import { tagRoutes } from '../../http/openapi/openapi.ts'
import { WebhookPath } from '../registration/webhooks.schema.ts'
import {
  DeliveryDetail,
  DeliveryPage,
  DeliveryPath,
  DeliveryQuery,
  DeliverySchema,
  ReplayRequest,
  ReplayResult,
} from './deliveries.schema.ts'
import type { Deliveries } from './deliveries.ts'
import type { Replays } from './replay.ts'

interface Options {
  deliveries: Deliveries
  replays: Replays
  change: Change
}

export const deliveryRoutes =
  ({ deliveries, replays, change }: Options): FastifyPluginAsyncTypebox =>
  async (app) => {
    tagRoutes(app, 'Deliveries')
    app.get('/v1/webhooks/:id/deliveries', {
      config: { permission: 'webhooks:read' },
      schema: {
        operationId: 'listDeliveries',
        summary: 'List deliveries',
        description: 'The deliveries of one webhook, newest first. Kept for 30 days.',
        params: WebhookPath,
        querystring: DeliveryQuery,
        response: { 200: DeliveryPage },
      },
      handler: (request) => deliveries.list(actorOf(request), request.params.id, request.query),
    })

    app.get('/v1/deliveries/:id', {
      config: { permission: 'webhooks:read' },
      schema: {
        operationId: 'getDelivery',
        summary: 'Retrieve a delivery',
        description:
          'Returns the delivery with its body and all attempts, even after its webhook was ' +
          'deleted.',
        params: DeliveryPath,
        response: { 200: DeliveryDetail },
      },
      handler: (request) => deliveries.retrieve(actorOf(request), request.params.id),
    })

    app.post('/v1/deliveries/:id/retry', {
      config: {
        permission: 'webhooks:write',
        errors: {
          409: 'The webhook is inactive (`webhook_inactive`) or was deleted (`webhook_deleted`).',
        },
      },
      schema: {
        operationId: 'retryDelivery',
        summary: 'Retry a delivery',
        description:
          'A finished delivery gets one more attempt immediately. A delivery that waits for ' +
          'its next attempt gets it immediately. A running attempt is not repeated.',
        params: DeliveryPath,
        response: { 202: DeliverySchema },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) => deliveries.retry(tx, actorOf(request), request.params.id)),
    })

    app.post('/v1/webhooks/:id/replay', {
      config: {
        permission: 'webhooks:write',
        errors: { 409: 'The webhook is inactive (`webhook_inactive`).' },
      },
      schema: {
        operationId: 'replayDeliveries',
        summary: 'Replay deliveries',
        description:
          'Resends the finished deliveries of a period, each with all attempts: the same ' +
          'events with the same ids. One request resends at most 10,000, oldest first; ' +
          '`next_since` is the start of the next request. A dry run answers 200 and sends ' +
          'nothing.',
        params: WebhookPath,
        body: ReplayRequest,
        response: { 200: ReplayResult, 202: ReplayResult },
      },
      handler: (request, reply) =>
        change(request, reply.code(request.body.dry_run ? 200 : 202), (tx) =>
          replays.replay(tx, actorOf(request), request.params.id, request.body),
        ),
    })
  }
