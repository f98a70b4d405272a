import type { Generated } from 'kysely'
import type { OwnerLanguage } from '#contract/languages.ts'
import type { Role } from '#contract/roles.ts'

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
