import { type Static, Type } from 'typebox'
import { eventTypes } from '#contract/event-types.ts'
import { deliveryStatuses } from '#contract/statuses.ts'
import { countedTo, pageFields, pageQuery } from '../../platform/http/input/cursor.ts'
import { Bool, Instant, Int, Nullable, named, OneOf, Str } from '../../platform/http/schema.ts'

const Status = OneOf(
  deliveryStatuses,
  'The state of the delivery. `pending`: an attempt is running or scheduled.',
  'succeeded',
)

const deliveryFields = {
  id: Str(
    'The delivery id, in the header `X-Service-Delivery` of every attempt.',
    'dlv_01JB0000000000000000000000',
  ),
  event_id: Str('The id of the event.', 'evt_01JB0000000000000000000000'),
  event: OneOf(eventTypes, 'The type of the event.', 'scan.created'),
  webhook_id: Str('The id of the webhook.', 'wh_01JB0000000000000000000000'),
  status: Status,
  attempts_count: Int('Number of attempts so far.', 1),
  next_attempt_at: Nullable(
    Instant(
      'When the next attempt begins, or when the running attempt began; null if no attempt is left.',
    ),
  ),
  last_status: Nullable(Int('The HTTP status of the last attempt; null without a response.', 200)),
  created_at: Instant('When the event happened.'),
}

export const DeliverySchema = named('Delivery', Type.Object(deliveryFields))

export const DeliveryDetail = named(
  'DeliveryDetail',
  Type.Object({
    ...deliveryFields,
    note: Nullable(
      Str('Why the delivery was dropped, or null.', 'Dropped: the webhook was deleted.'),
    ),
    request: Str(
      'The exact body of every attempt.',
      '{"event":"scan.created","id":"evt_01JB0000000000000000000000"}',
    ),
    attempts: Type.Array(
      Type.Object({
        number: Int('The number of the attempt, starting at 1.', 1),
        started_at: Instant('When the attempt began.'),
        duration_ms: Int('The duration of the attempt in milliseconds.', 48),
        status: Nullable(Int('The HTTP status; null without a response.', 200)),
        error: Nullable(Str('The error, or null.', 'No answer within 5000 ms.')),
        response_body: Nullable(Str('The first 4 KB of the response, or null.', 'ok')),
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
        Int(
          'The duration of the last attempt in milliseconds; null before the first; with ' +
            '`view=full`.',
          48,
        ),
      ),
    ),
  }),
)

export const PageOfDeliveries = Type.Object({
  deliveries: Type.Array(DeliveryListItem, {
    description: 'One page of deliveries, newest first.',
  }),
  ...pageFields(50, countedTo),
})

export const DeliveryQuery = Type.Object({
  status: Type.Optional(OneOf(deliveryStatuses, 'Only deliveries with this status.', 'failed')),
  event: Type.Optional(
    OneOf(
      eventTypes,
      'Only deliveries of this event type, among the newest 100,000.',
      'scan.created',
    ),
  ),
  view: OneOf(['brief', 'full'], '`full` adds `last_duration_ms` to each delivery.', 'brief', {
    default: 'brief',
  }),
  ...pageQuery(50, 100),
})
export type DeliveryQuery = Static<typeof DeliveryQuery>

export const ReplayRequest = Type.Object({
  since: Instant('Only events from this time on.'),
  until: Type.Optional(Instant('Only events before this time. Default: now.')),
  status: Type.Optional(
    OneOf(['succeeded', 'failed'], 'Only deliveries with this status. Default: both.', 'failed'),
  ),
  dry_run: Type.Optional(
    Bool('`true`: only counts the deliveries. Default: false.', true, { default: false }),
  ),
})
export type ReplayRequest = Static<typeof ReplayRequest>

export const ReplayResult = Type.Object({
  count: Int(
    'Number of deliveries that are resent, or would be in a dry run; at most 10,000, oldest ' +
      'first.',
    12,
  ),
  dry_run: Bool('As in the request.', false),
  remaining: Int('Number of deliveries of the period that are left for further requests.', 0),
  next_since: Nullable(Instant('The `since` of the next request; null if nothing is left.')),
})

export const DeliveryPath = Type.Object({ id: deliveryFields.id })
