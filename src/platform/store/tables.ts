import type { Generated } from 'kysely'
import type { ChatKind, Handling } from '#contract/handling.ts'
import type { Outcome } from '#contract/outcomes.ts'
import type { Plan } from '#contract/plans.ts'
import type { Role } from '#contract/roles.ts'
import type { CodeStatus, DeliveryStatus, MessageRole } from '#contract/statuses.ts'
import type { Template } from '#contract/templates.ts'
import type {
  AccountTables,
  BillingTables,
  JobTables,
  NotificationTables,
} from './tables.accounts.ts'
import type { CodeTables, HistoryTables, KnowledgeTables, LearningTables } from './tables.codes.ts'

/**
 * The rows of every table, as both engines return them. Instants are milliseconds (bigint). JSON is
 * stored as text, so that it is returned unchanged.
 */
export interface Tables
  extends AccountTables,
    BillingTables,
    CodeTables,
    HistoryTables,
    JobTables,
    KnowledgeTables,
    LearningTables,
    NotificationTables {
  settings: { name: string; value: string }
  organizations: {
    id: string
    name: string
    slug: string
    plan: Plan
    metadata: string
    codes_active: number
    codes_archived: number
    members_count: number
    created_at: number
  }
  /** One row for each organization with a brand. */
  brands: {
    organization_id: string
    /** Increases with every change, for caches. */
    version: number
    name: string | null
    color: string | null
    /** A label and a URL, as JSON. */
    contact: string | null
    privacy_url: string | null
    logo_type: 'png' | 'svg' | null
    logo: Uint8Array | null
  }
  members: {
    id: string
    organization_id: string
    user_id: string
    role: Role
    joined_at: number
  }
  invitations: {
    id: string
    organization_id: string
    email: string
    email_folded: string
    role: Role
    created_at: number
    expires_at: number
    /** The user who sent it last, and the API key that was used, if any. */
    invited_by: string | null
    invited_key_id: string | null
  }
  scans: {
    id: Generated<number>
    code_id: string
    organization_id: string
    scanned_at: number
    device: Device
    /** Distinguishes devices without identifying people. */
    device_key: string
    country: string | null
    region: string | null
    city: string | null
    conversation_started: number
    conversation_messages: number
    written_by: Generated<number>
  }
  /** Updated in the transaction of the scans. A scope is a code or an organization. */
  scan_hours: {
    scope_id: string
    hour: number
    scans: number
    /** Scans of this hour that led to a conversation. */
    scans_with_conversation: number
    /** Conversations that started in this hour, also without a scan. */
    conversations: number
    /** Messages of these conversations. */
    messages: number
  }
  scan_shares: {
    scope_id: string
    day: number
    kind: 'country' | 'device'
    value: string
    scans: number
  }
  scan_devices: { scope_id: string; day: number; sketch: Uint8Array }
  events: {
    id: string
    organization_id: string
    type: string
    body: string
    created_at: number
    written_by: Generated<number>
    /** The trace of the request that caused the event, if it was traced. */
    traceparent: Generated<string | null>
  }
  webhooks: {
    id: string
    organization_id: string
    url: string
    description: string | null
    /** The subscribed event types, as JSON. */
    events: string
    /** Encrypted: only the sender decrypts it. */
    secret: string
    /** The secret before the last rotation, until its grace period ends. */
    former_secret: string | null
    former_secret_until: number | null
    active: number
    /** Why it is inactive: paused by a user, or five days of failures. */
    inactive_reason: 'paused' | 'failing' | null
    /** The end of the first failed attempt since the last success. */
    failing_since: number | null
    warned_at: number | null
    created_at: number
    updated_at: number
  }
  webhook_subscriptions: { organization_id: string; event: string; webhook_id: string }
  deliveries: {
    id: string
    organization_id: string
    webhook_id: string
    event_id: string
    event: string
    status: DeliveryStatus
    attempts_count: number
    /** The number of retry waits that are used; null: the next attempt is the last. */
    waits_used: number | null
    /** The time of the next attempt, as shown to the owner; null when there is none. */
    next_attempt_at: number | null
    /** The time from which it may be claimed: `next_attempt_at`, or the end of the lease. */
    due_at: number | null
    /** The token of the process that holds it: no other process may settle it. */
    claim: string | null
    last_status: number | null
    /** The reason why it was dropped. */
    note: string | null
    created_at: number
  }
  delivery_attempts: {
    delivery_id: string
    number: number
    started_at: number
    duration_ms: number
    status: number | null
    error: string | null
    response_body: string | null
  }
  conversations: {
    id: string
    organization_id: string
    code_id: string
    scan_id: number | null
    token_hash: string
    /** The language of the page, as the visitor's browser requested. */
    language: string
    is_demo: number
    status: 'open' | 'ended'
    reason: ConversationReason | null
    turns: number
    /** Messages of the visitor and the assistant, without the welcome message. */
    messages_count: number
    tokens_in: number
    tokens_out: number
    /** In millionths of the currency of the prices. */
    cost_micros: number
    /** The worst rating of its answers. */
    rating: 'up' | 'down' | null
    rating_comment: string | null
    created_at: number
    /**
     * The time of the first visitor message; null before it, when it does not count as a
     * conversation.
     */
    started_at: number | null
    ended_at: number | null
    /** The time when it ends automatically; null while an answer runs and after the end. */
    idle_at: number | null
    handling: Handling
    /** The member who has it, or had it last. The member may have been removed since. */
    assignee_id: string | null
    /** The time until which the visitor waits for a person; null unless `waiting`. */
    waits_until: number | null
    /** Why a person is offered: the last answer, or a bad rating since; null: no offer. */
    offer: 'answer' | 'rating' | null
  }
  /** Each change of `handling` is a turn of its own. */
  conversation_states: {
    conversation_id: string
    turn: number
    handling: Handling
    cause: HandlingCause
    /** The person who answers from now on. */
    user_id: string | null
    created_at: number
  }
  conversation_notes: {
    id: string
    conversation_id: string
    user_id: string | null
    text: string
    created_at: number
  }
  /** `settings`: a `Handoff` as JSON. */
  handoffs: { organization_id: string; settings: string }
  /** `sealed`: the address and the chat id, encrypted. */
  chat_targets: {
    id: string
    organization_id: string
    kind: ChatKind
    /** The beginning of the host, for people. */
    host: string
    sealed: string
    created_at: number
  }
  /** `sealed`: the subscription of a browser, encrypted. */
  push_subscriptions: {
    id: string
    user_id: string
    /** It ends with this session: a browser that is signed out is told nothing. */
    session_id: string
    endpoint_hash: string
    sealed: string
    created_at: number
  }
  /** Tells one device or one chat tool of a visitor who waits. */
  handoff_notices: {
    id: string
    conversation_id: string
    chat_target_id: string | null
    push_subscription_id: string | null
    attempts: number
    due_at: number | null
  }
  leads: {
    id: string
    organization_id: string
    code_id: string
    conversation_id: string
    /** The values and the consent as JSON, encrypted. */
    sealed: string
    /** Keyed, so that only this service finds an address. */
    email_hash: string | null
    phone_hash: string | null
    created_at: number
  }
  /** Null: the retention of the operator and of the plan. */
  organization_privacy: {
    organization_id: string
    conversation_days: number | null
    lead_days: number | null
    question_days: number | null
  }
  messages: {
    id: string
    conversation_id: string
    turn: number
    /** An answer of the owner is a turn of its own. */
    role: MessageRole
    /** The member who wrote a message of the owner, while the account exists. */
    user_id: string | null
    /** The client's own id of a message, which deduplicates a message that is sent twice. */
    client_id: string | null
    text: string
    /** For searching; empty until the message is complete. */
    text_folded: string
    status: 'running' | 'done' | 'stopped' | 'failed'
    model: string | null
    /** For an answer: the maximum that it may use, reserved from the daily budget. */
    tokens_reserved: number
    tokens_in: number | null
    tokens_out: number | null
    cost_micros: number | null
    error_code: string | null
    is_retryable: number | null
    /** The visitor's rating of an answer. */
    rating: 'up' | 'down' | null
    rating_comment: string | null
    /** 1 for an answer that ended at its maximum length. */
    is_truncated: number | null
    /** How well an answer answered, as reported, or `unknown` after a bad rating. */
    outcome: Outcome | null
    /** The outcome before the visitor rated the answer. */
    outcome_reported: Outcome | null
    /** The passages that an answer cites, as JSON; null without any. */
    citations: string | null
    /** The text as it was streamed; null unless its end changed it. */
    streamed_text: string | null
    /** The end of the answer offers a person. */
    offer: 'handoff' | null
    /** The answer claims a hand-over, which has not happened. */
    notice: 'not_told' | null
    created_at: number
    finished_at: number | null
    /** The time until which the process that runs the turn counts as alive. */
    lease_until: number | null
  }
  code_days: {
    /** The id of a code; with that of an organization, the days before the code left it. */
    code_id: string
    day: number
    tokens_used: number
    tokens_reserved: number
    answers: number
    cost_micros: number
    /** How many of the answers had each outcome. */
    outcomes_answered: Generated<number>
    outcomes_partly: Generated<number>
    outcomes_unknown: Generated<number>
  }
  rate_windows: { id: string; hits: number; expires_at: number }
  mails: {
    id: string
    kind: string
    recipient: string
    data: string
    attempts: number
    next_attempt_at: number | null
    sent_at: number | null
    last_error: string | null
    created_at: number
    /** The member who chose this notification; null for other mails. */
    member_id: Generated<string | null>
  }
  idempotency_keys: {
    id: string
    request_hash: string
    status: number
    answer: string
    expires_at: number
  }
}

export type Device = 'mobile' | 'tablet' | 'desktop' | 'other'
export type ConversationReason = 'closed' | 'timed_out' | 'limit'
/** Why `handling` changed. */
export type HandlingCause =
  /** The visitor asked for a person. */
  | 'asked'
  /** A member took the conversation. */
  | 'taken'
  /** A member gave it back, or declined. */
  | 'released'
  /** No member took it in time. */
  | 'missed'
export const jobKinds = [
  'delete_code',
  'delete_organization',
  'rebuild_analytics',
  'process_knowledge',
  'embed_knowledge',
  'delete_knowledge',
] as const
export type JobKind = (typeof jobKinds)[number]
export const jobStatuses = ['waiting', 'running', 'parked', 'succeeded', 'cancelled'] as const
export type JobStatus = (typeof jobStatuses)[number]
export type { CodeStatus, DeliveryStatus, Plan, Role, Template }
