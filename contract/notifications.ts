/** The notifications that a member can choose for an organization. */
export const notificationKinds = [
  'webhook_failing',
  'plan_limit',
  'bad_rating',
  'unanswered_question',
  'handoff',
  'summary',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const summaryIntervals = ['off', 'daily', 'weekly'] as const
export type SummaryInterval = (typeof summaryIntervals)[number]

/** A member must be able to read what the mail is about. */
export const permissionOfNotification = {
  webhook_failing: 'webhooks:read',
  plan_limit: 'subscription:read',
  bad_rating: 'conversations:read',
  unanswered_question: 'conversations:read',
  handoff: 'conversations:answer',
  summary: 'scans:read',
} as const satisfies Record<NotificationKind, string>
