import type { Generated } from 'kysely'
import type { OwnerLanguage } from '#contract/languages.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { Role } from '#contract/roles.ts'
import type { JobKind, JobStatus } from './tables.ts'

/** Users, how they sign in, and their keys. */
export interface AccountTables {
  users: {
    id: string
    email: string
    /** The key by which addresses are compared: see `emailKey`. */
    email_folded: string
    default_organization_id: string
    created_at: number
    /** The language and the time zone of mails; null until they are known. */
    language: Generated<OwnerLanguage | null>
    time_zone: Generated<string | null>
    /** The name that visitors see when the user writes to them. */
    display_name: Generated<string | null>
    /**
     * Set while nobody has proved that the mailbox is theirs: the account was made with a copied
     * invitation link. Its default organization is the one that invited it, and its only one.
     */
    unconfirmed_since: Generated<number | null>
  }
  /** Waiting for the new address, or confirmed and still to be undone by the old one. */
  address_changes: {
    id: string
    user_id: string
    old_email: string
    new_email: string
    created_at: number
    confirmed_at: number | null
  }
  api_keys: {
    id: string
    user_id: string
    name: string
    organization_id: string | null
    role: Role | null
    expires_at: number | null
    revoked_at: number | null
    last_used_at: number | null
    created_at: number
  }
  /**
   * A key has one value, and after a rotation also the former value until its grace period ends.
   */
  api_key_texts: { text_hash: string; key_id: string; valid_until: number | null }
  sessions: {
    token_hash: string
    id: string
    user_id: string
    /** A readable name; null when the browser did not send one. */
    browser: string | null
    last_used_at: number | null
    created_at: number
    expires_at: number
    /** The session at the company's provider, empty when unnamed; null: signed in by mail. */
    provider_session: string | null
  }
  identities: {
    issuer: string
    subject: string
    user_id: string
    created_at: number
  }
  sign_ins: {
    id: string
    email: string
    email_folded: string
    created_at: number
    expires_at: number
    used_at: number | null
  }
}

export type BillingProvider = 'manual' | 'stripe'
export type SubscriptionStatus = 'active' | 'past_due' | 'cancelled'

/** Tables of plans and payments. */
export interface BillingTables {
  subscriptions: {
    organization_id: string
    provider: BillingProvider
    status: SubscriptionStatus
    /** The time when the organization got its current plan. */
    plan_since: number
    current_period_end: number | null
    /** The end of a cancelled plan. */
    cancel_at: number | null
    /** The time when owners were told of the cancellation; null again after it is revoked. */
    cancelled_at: number | null
    /** After a failed payment the plan stays until this time. */
    grace_until: number | null
    /** The user who chose the plan. */
    user_id: string
    customer_id: string | null
    subscription_id: string | null
    /** Incremented with each change. Data that was fetched before another change is out of date. */
    version: number
    /** The time of the next check with the payment provider. */
    reconcile_at: number | null
  }
  billing_events: { id: string; received_at: number }
  organization_months: { organization_id: string; month: number; messages: number }
  limit_notices: { organization_id: string; month: number; limit_name: string; percent: number }
}

export interface JobTables {
  jobs: {
    id: string
    kind: JobKind
    /**
     * The organization whose admins see the job. It may differ from the subject, which may be
     * deleted.
     */
    organization_id: string
    subject_id: string
    subject_name: string
    /** The user who started the job; null: the command line. */
    user_id: string | null
    status: JobStatus
    /** The position of the job as JSON, different for each kind. */
    state: string
    rows_done: number
    /** An estimate; null: unknown. */
    rows_total: number | null
    /**
     * The time from which it may be claimed: the next step, or the end of the lease. A parked job
     * is never due. Null: finished.
     */
    due_at: number | null
    /** The token of the process that runs the job: no other process may save a step. */
    claim: string | null
    /** Failed steps since the last one that succeeded. */
    attempts: number
    /** Processes that ended unexpectedly while they ran the job, since the last complete step. */
    crashes: number
    last_error: string | null
    created_at: number
    started_at: number | null
    finished_at: number | null
  }
}

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
  /** The mails of an organization about questions without an answer. */
  question_notices: {
    organization_id: string
    /** When the first question since the last mail was asked; null: there is none. */
    asked_from: number | null
    /** When the next mail is due; null: none is scheduled. */
    due_at: number | null
    sent_at: number | null
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
