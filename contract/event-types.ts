/**
 * The events of a webhook that names none. Do not add to them: a type that is added later is sent
 * only to webhooks that name it.
 */
export const defaultEventTypes = [
  'scan.created',
  'conversation.completed',
  'qpr_code.created',
  'subscription.upgraded',
  'subscription.cancelled',
] as const

/** Everything that a webhook can subscribe to. */
export const eventTypes = [
  ...defaultEventTypes,
  'conversation.handoff',
  'conversation.taken',
  'lead.created',
] as const

export type EventType = (typeof eventTypes)[number]
