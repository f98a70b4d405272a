import { type Static, Type } from 'typebox'
import { eventTypes } from '#contract/event-types.ts'
import { deliveryStatuses } from '#contract/statuses.ts'
import { Cursor, NextCursor } from '../../http/input/cursor.schema.ts'
import { Limit, Nullable, named, Offset, Time } from '../../http/schema.ts'

const Status = Type.Enum(deliveryStatuses, {
  description: 'The state of the delivery. `pending`: an attempt is running or scheduled.',
  examples: ['succeeded'],
})

const deliveryFields = {
  id: Type.String({
    description: 'The delivery id, in the header `X-Service-Delivery` of every attempt.',
    examples: ['dlv_01JB0000000000000000000000'],
  }),
  event_id: Type.String({
    description: 'The id of the event.',
    examples: ['evt_01JB0000000000000000000000'],
  }),
  event: Type.Enum(eventTypes, {
    description: 'The type of the event.',
    examples: ['scan.created'],
  }),
  webhook_id: Type.String({
    description: 'The id of the webhook.',
    examples: ['wh_01JB0000000000000000000000'],
  }),
  status: Status,
  attempts_count: Type.Integer({ description: 'Number of attempts so far.', examples: [1] }),
  next_attempt_at: Nullable(
    Time('An instant.'),
    'When the next attempt begins, or when the running attempt began; null if no attempt is left.',
  ),
  last_status: Nullable(
    Type.Integer({ examples: [200] }),
    'The HTTP status of the last attempt; null without a response.',
  ),
  created_at: Time('When the event happened.'),
}

export const DeliverySchema = named('Delivery', Type.Object(deliveryFields))

export const DeliveryDetail = named(
  'DeliveryDetail',
  Type.Object({
    ...deliveryFields,
    note: Nullable(
      Type.String({ examples: ['Dropped: the webhook was deleted.'] }),
      'Why the delivery was dropped, or null.',
    ),
    request: Type.String({
      description: 'The exact body of every attempt.',
      examples: ['{"event":"scan.created","id":"evt_01JB0000000000000000000000"}'],
    }),
    attempts: Type.Array(
      Type.Object({
        number: Type.Integer({
          description: 'The number of the attempt, starting at 1.',
          examples: [1],
        }),
        started_at: Time('When the attempt began.'),
        duration_ms: Type.Integer({
          description: 'The duration of the attempt in milliseconds.',
          examples: [48],
        }),
        status: Nullable(
          Type.Integer({ examples: [200] }),
          'The HTTP status; null without a response.',
        ),
        error: Nullable(
          Type.String({ examples: ['No answer within 5000 ms.'] }),
          'The error, or null.',
        ),
        response_body: Nullable(
          Type.String({ examples: ['ok'] }),
          'The first 4 KB of the response, or null.',
        ),
      }),
      { description: 'All attempts, oldest first.' },
    ),
  }),
)

const DeliveryListItem = named(
  'DeliveryListItem',
  Type.Object({
    ...deliveryFields,
    last_duration_ms: Type.Optional(
      Nullable(
        Type.Integer({ examples: [48] }),
        'The duration of the last attempt in milliseconds; null before the first; with ' +
          '`view=full`.',
      ),
    ),
  }),
)

export const DeliveryPage = Type.Object({
  deliveries: Type.Array(DeliveryListItem, {
    description: 'One page of deliveries, newest first.',
  }),
  total: Type.Integer({
    description: 'The full count; counting stops at 100,000.',
    examples: [1],
  }),
  limit: Type.Integer({ description: 'As in the request.', examples: [50] }),
  offset: Type.Integer({ description: 'As in the request.', examples: [0] }),
  next_cursor: NextCursor,
})

export const DeliveryQuery = Type.Object({
  status: Type.Optional(
    Type.Enum(deliveryStatuses, {
      description: 'Only deliveries with this status.',
      examples: ['failed'],
    }),
  ),
  event: Type.Optional(
    Type.Enum(eventTypes, {
      description: 'Only deliveries of this event type, among the newest 100,000.',
      examples: ['scan.created'],
    }),
  ),
  view: Type.Enum(['brief', 'full'], {
    default: 'brief',
    description: '`full` adds `last_duration_ms` to each delivery.',
    examples: ['brief'],
  }),
  limit: Limit(50, 100),
  offset: Offset,
  cursor: Cursor,
})
export type DeliveryQuery = Static<typeof DeliveryQuery>

export const ReplayRequest = Type.Object({
  since: Time('Only events from this time on.'),
  until: Type.Optional(Time('Only events before this time. Default: now.')),
  status: Type.Optional(
    Type.Enum(['succeeded', 'failed'], {
      description: 'Only deliveries with this status. Default: both.',
      examples: ['failed'],
    }),
  ),
  dry_run: Type.Optional(
    Type.Boolean({
      default: false,
      description: '`true`: only counts the deliveries. Default: false.',
      examples: [true],
    }),
  ),
})
export type ReplayRequest = Static<typeof ReplayRequest>

export const ReplayResult = Type.Object({
  count: Type.Integer({
    description:
      'Number of deliveries that are resent, or would be in a dry run; at most 10,000, oldest ' +
      'first.',
    examples: [12],
  }),
  dry_run: Type.Boolean({ description: 'As in the request.', examples: [false] }),
  remaining: Type.Integer({
    description: 'Number of deliveries of the period that are left for further requests.',
    examples: [0],
  }),
  next_since: Nullable(
    Time('An instant.'),
    'The `since` of the next request; null if nothing is left.',
  ),
})

export const DeliveryPath = Type.Object({ id: deliveryFields.id })
