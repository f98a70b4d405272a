import type { Tables } from '../../src/platform/store/tables.ts'

type Columns<T extends keyof Tables> = readonly (keyof Tables[T] & string)[]

/**
 * The tables whose rows belong to an organization, each with the columns that lead to it: the
 * organization itself, the row's own id, or the id of a row of another of these tables. A statement
 * must compare one of them with a value, or with a column of a row that is found in this way.
 */
export const tenantTables = {
  organizations: ['id', 'slug'],
  members: ['organization_id', 'id', 'user_id'],
  invitations: ['organization_id', 'id', 'email_folded'],
  member_notifications: ['organization_id', 'member_id'],
  pending_ratings: ['member_id', 'conversation_id'],
  question_notices: ['organization_id'],
  subscriptions: ['organization_id', 'subscription_id', 'customer_id'],
  organization_months: ['organization_id'],
  limit_notices: ['organization_id'],
  brands: ['organization_id'],
  audit_entries: ['organization_id', 'id'],
  jobs: ['organization_id', 'id', 'subject_id'],

  codes: ['organization_id', 'id', 'short_id'],
  code_stays: ['organization_id', 'code_id'],
  code_contents: ['code_id'],
  code_logos: ['code_id'],
  code_versions: ['code_id'],
  code_days: ['code_id'],
  code_tags: ['organization_id', 'code_id'],
  tags: ['organization_id'],
  code_templates: ['organization_id', 'id'],

  scans: ['organization_id', 'code_id', 'id'],
  scan_hours: ['scope_id'],
  scan_shares: ['scope_id'],
  scan_devices: ['scope_id'],

  events: ['organization_id', 'id'],
  webhooks: ['organization_id', 'id'],
  webhook_subscriptions: ['organization_id', 'webhook_id'],
  deliveries: ['organization_id', 'webhook_id', 'id'],
  delivery_attempts: ['delivery_id'],

  conversations: ['organization_id', 'code_id', 'id', 'token_hash', 'scan_id'],
  messages: ['conversation_id', 'id'],
  conversation_states: ['conversation_id'],
  conversation_notes: ['conversation_id', 'id'],
  handoffs: ['organization_id'],
  chat_targets: ['organization_id', 'id'],
  handoff_notices: ['conversation_id', 'chat_target_id', 'push_subscription_id', 'id'],
  leads: ['organization_id', 'conversation_id', 'id'],
  organization_privacy: ['organization_id'],
  question_groups: ['organization_id', 'id'],
  asked_questions: ['organization_id', 'answer_id', 'conversation_id', 'group_id'],

  knowledge_sources: ['organization_id', 'id'],
  knowledge_codes: ['source_id', 'code_id'],
  knowledge_uploads: ['id'],
  knowledge_chunks: ['source_id'],
  knowledge_documents: ['source_id', 'id'],
  knowledge_passages: ['source_id', 'document_id', 'id'],
  knowledge_vectors: ['source_id', 'passage_id'],
} as const satisfies { [T in keyof Tables]?: Columns<T> }

export type TenantTable = keyof typeof tenantTables

/** The other tables, and why their rows belong to no organization. */
export const sharedTables = {
  settings: 'The installation.',
  users: 'A user may be a member of several organizations.',
  identities: 'Found before it is known who signs in.',
  sessions: 'Of a user.',
  sign_ins: 'Of an address.',
  address_changes: 'Of a user.',
  push_subscriptions: 'The browsers of a user.',
  api_keys: 'Of a user, in all organizations of that user.',
  api_key_texts: 'Found before it is known whose key it is.',
  idempotency_keys: 'Of a user.',
  rate_windows: 'Of an address, a key or a conversation; short-lived.',
  mails: 'The queue of the mail sender.',
  billing_events: 'The ids of received events of the payment provider.',
} as const satisfies { [T in Exclude<keyof Tables, TenantTable>]: string }

export const keysOf = (table: string): readonly string[] | undefined =>
  (tenantTables as Record<string, readonly string[]>)[table]
