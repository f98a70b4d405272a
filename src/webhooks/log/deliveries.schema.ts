import { type Static, Type } from 'typebox'
import { Cursor, NextCursor } from '../../http/input/cursor.schema.ts'
import { Limit, Nullable, named, Offset, Time } from '../../http/schema.ts'
import { eventTypes } from '../events/event-types.ts'

const Status = Type.Enum(['pending', 'succeeded', 'failed'], {
  description: 'A pending one has an attempt under way or before it.',
  examples: ['succeeded'],
})

const deliveryFields = {
  id: Type.String({
    description: 'Delivery id; in the header `X-Service-Delivery` of every attempt.',
    examples: ['dlv_01JB0000000000000000000000'],
  }),
  event_id: Type.String({
    description: 'The event that it carries.',
    examples: ['evt_01JB0000000000000000000000'],
  }),
  event: Type.Enum(eventTypes, {
    description: 'The type of the event.',
    examples: ['scan.created'],
  }),
  webhook_id: Type.String({
    description: 'The webhook that it goes to.',
    examples: ['wh_01JB0000000000000000000000'],
  }),
  status: Status,
  attempts_count: Type.Integer({ description: 'Attempts so far.', examples: [1] }),
  next_attempt_at: Nullable(
    Time('An instant.'),
    'When the next attempt begins, or began where it is under way; null when there is none.',
  ),
  last_status: Nullable(
    Type.Integer({ examples: [200] }),
    'The HTTP status of the last attempt, or null without an answer.',
  ),
  created_at: Time('When its event happened.'),
}

export const DeliverySchema = named('Delivery', Type.Object(deliveryFields))

export const DeliveryDetail = named(
  'DeliveryDetail',
  Type.Object({
    ...deliveryFields,
    note: Nullable(
      Type.String({ examples: ['Dropped: the webhook was deleted.'] }),
      'Why it was dropped, or null.',
    ),
    request: Type.String({
      description: 'The body, as the exact text that every attempt sends.',
      examples: ['{"event":"scan.created","id":"evt_01JB0000000000000000000000"}'],
    }),
    attempts: Type.Array(
      Type.Object({
        number: Type.Integer({ description: 'Which attempt, from 1.', examples: [1] }),
        started_at: Time('When it began.'),
        duration_ms: Type.Integer({ description: 'How long it took.', examples: [48] }),
        status: Nullable(
          Type.Integer({ examples: [200] }),
          'The HTTP status, or null without an answer.',
        ),
        error: Nullable(
          Type.String({ examples: ['No answer within 5000 ms.'] }),
          'What went wrong, or null.',
        ),
        response_body: Nullable(
          Type.String({ examples: ['ok'] }),
          'The first 4 KB of the answer, or null.',
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
        'How long the last attempt took, or null before the first; with `view=full`.',
      ),
    ),
  }),
)

export const DeliveryPage = Type.Object({
  deliveries: Type.Array(DeliveryListItem, {
    description: 'One page of deliveries, newest first.',
  }),
  total: Type.Integer({
    description: 'How many there are in all; counting ends at 100,000.',
    examples: [1],
  }),
  limit: Type.Integer({ description: 'As asked.', examples: [50] }),
  offset: Type.Integer({ description: 'As asked.', examples: [0] }),
  next_cursor: NextCursor,
})

export const DeliveryQuery = Type.Object({
  status: Type.Optional(
    Type.Enum(['pending', 'succeeded', 'failed'], {
      description: 'Only deliveries of this status.',
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
  since: Time('Deliveries of events from this time on.'),
  until: Type.Optional(Time('Deliveries of events before this time; now when omitted.')),
  status: Type.Optional(
    Type.Enum(['succeeded', 'failed'], {
      description: 'Only those that ended so; both when omitted.',
      examples: ['failed'],
    }),
  ),
  dry_run: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Only says what would be replayed.',
      examples: [true],
    }),
  ),
})
export type ReplayRequest = Static<typeof ReplayRequest>

export const ReplayResult = Type.Object({
  count: Type.Integer({
    description: 'How many are sent again (or would be), at most 10,000, the oldest first.',
    examples: [12],
  }),
  dry_run: Type.Boolean({ description: 'As asked.', examples: [false] }),
  remaining: Type.Integer({
    description: 'How many of the same span are left for further requests.',
    examples: [0],
  }),
  next_since: Nullable(
    Time('An instant.'),
    'The `since` of the next request; null when nothing is left.',
  ),
})

export const DeliveryPath = Type.Object({ id: deliveryFields.id })
