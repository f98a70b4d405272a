import type { Generated } from 'kysely'

/**
 * The rows of every table, as both engines return them. Instants are milliseconds (bigint),
 * JSON is text, so that it comes back as it was sent.
 */
export interface Tables {
  settings: { name: string; value: string }
  users: {
    id: string
    email: string
    email_folded: string
    default_organization_id: string
    created_at: number
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
  /** A key has one text, and during the grace after a rotation the former one too. */
  api_key_texts: { text_hash: string; key_id: string; valid_until: number | null }
  sessions: { token_hash: string; user_id: string; created_at: number; expires_at: number }
  sign_ins: {
    id: string
    email: string
    email_folded: string
    created_at: number
    expires_at: number
    used_at: number | null
  }
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
  }
  codes: {
    id: string
    organization_id: string
    short_id: string
    name: string
    name_folded: string
    template: Template
    status: CodeStatus
    scans_total: number
    created_at: number
    updated_at: number
  }
  /** Apart from `codes`: a counted scan must not rewrite the prompt, nor a list read it. */
  code_contents: {
    code_id: string
    prompt: string
    welcome_message: string | null
    metadata: string
    suggestions: string
    contact: string | null
    style: string | null
    model: string | null
  }
  code_logos: { code_id: string; type: 'png' | 'svg'; data: Uint8Array }
  scans: {
    id: Generated<number>
    code_id: string
    organization_id: string
    scanned_at: number
    device: Device
    /** Tells devices apart without telling whose they are. */
    device_key: string
    country: string | null
    region: string | null
    city: string | null
    conversation_started: number
    conversation_messages: number
    written_by: Generated<number>
  }
  /** Added up in the transaction of the scans; a scope is a code or an organization. */
  scan_hours: {
    scope_id: string
    hour: number
    scans: number
    conversations: number
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
  }
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
export type Role = 'owner' | 'admin' | 'editor' | 'viewer'
export type Plan = 'free' | 'starter' | 'professional' | 'enterprise'
export type CodeStatus = 'active' | 'archived'
export type Template =
  | 'business'
  | 'rewards'
  | 'events'
  | 'personal'
  | 'hospitality'
  | 'healthcare'
  | 'retail'
