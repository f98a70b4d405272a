import type { NotificationKind } from '#contract/notifications.ts'

export interface NotificationTables {
  member_notifications: {
    member_id: string
    kind: NotificationKind
    organization_id: string
    value: 'on' | 'off' | 'daily' | 'weekly'
    /** When the member switched it on. A link to unsubscribe works until it is switched on again. */
    since: number
    /** The time of the last mail about bad ratings. */
    sent_at: number | null
    /** When the next mail is due; null: none is scheduled. */
    due_at: number | null
  }
  /** Bad ratings for the next mail to a member. */
  pending_ratings: {
    member_id: string
    conversation_id: string
    /** Empty for a rating of the conversation as a whole. */
    message_id: string
    rated_at: number
  }
}
