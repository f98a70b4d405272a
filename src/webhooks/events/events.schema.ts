import { type Static, Type } from 'typebox'
import { eventTypes } from '#contract/event-types.ts'
import { Cursor, NextCursor } from '../../http/input/cursor.schema.ts'
import { Limit, named, Offset, Time } from '../../http/schema.ts'

export const EventSchema = named(
  'Event',
  Type.Object({
    event: Type.Enum(eventTypes, { description: 'The event type.', examples: ['scan.created'] }),
    id: Type.String({
      description: 'The event id, the same in every delivery.',
      examples: ['evt_01JB0000000000000000000000'],
    }),
    created_at: Time('When the event happened.'),
    data: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'The data of the event; its fields depend on the type.',
      examples: [{ scan_id: 4711, short_id: 'k3v9x0pz' }],
    }),
  }),
)

export const EventPage = Type.Object({
  events: Type.Array(EventSchema, { description: 'One page of events, newest first.' }),
  total: Type.Integer({
    description: 'The full count; counting stops at 100,000.',
    examples: [1],
  }),
  limit: Type.Integer({ description: 'As in the request.', examples: [50] }),
  offset: Type.Integer({ description: 'As in the request.', examples: [0] }),
  next_cursor: NextCursor,
})

export const EventQuery = Type.Object({
  organization_id: Type.Optional(
    Type.String({
      format: 'text',
      maxLength: 100,
      description: 'The organization (id or slug). Default: the default organization of the key.',
      examples: ['harbour-hotels'],
    }),
  ),
  event: Type.Optional(
    Type.Enum(eventTypes, {
      description: 'Only events of this type.',
      examples: ['qpr_code.created'],
    }),
  ),
  since: Type.Optional(Time('Only events from this time on.')),
  until: Type.Optional(Time('Only events before this time.')),
  limit: Limit(50, 100),
  offset: Offset,
  cursor: Cursor,
})
export type EventQuery = Static<typeof EventQuery>
