import { type Static, Type } from 'typebox'
import { eventTypes } from '#contract/event-types.ts'
import { countedTo, pageFields, pageQuery } from '../../platform/http/input/cursor.ts'
import { named, OneOf, OrganizationId, Str, Time } from '../../platform/http/schema.ts'

export const EventSchema = named(
  'Event',
  Type.Object({
    event: OneOf(eventTypes, 'The event type.', 'scan.created'),
    id: Str('The event id, the same in every delivery.', 'evt_01JB0000000000000000000000'),
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
  ...pageFields(50, countedTo),
})

export const EventQuery = Type.Object({
  organization_id: OrganizationId,
  event: Type.Optional(OneOf(eventTypes, 'Only events of this type.', 'qpr_code.created')),
  since: Type.Optional(Time('Only events from this time on.')),
  until: Type.Optional(Time('Only events before this time.')),
  ...pageQuery(50, 100),
})
export type EventQuery = Static<typeof EventQuery>
