/** Everything that a webhook can subscribe to. */
export const eventTypes = [
  'scan.created',
  'conversation.completed',
  'qpr_code.created',
  'subscription.upgraded',
  'subscription.cancelled',
] as const

export type EventType = (typeof eventTypes)[number]
