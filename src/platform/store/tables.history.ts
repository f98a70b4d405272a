export interface HistoryTables {
  /** The tags of an organization. Counted on every change, because counting all codes is slow. */
  tags: { organization_id: string; folded: string; tag: string; codes: number }
  /** The codes of a tag, by creation. */
  code_tags: { organization_id: string; folded: string; code_id: string }
  /** The texts of a code before a change. The current texts have no row. */
  code_versions: {
    code_id: string
    version: number
    /** The names of the changed fields, as JSON. */
    fields: string
    changed_at: number
    /** Null after the code moved to another organization. */
    user_id: string | null
    email: string | null
    key_id: string | null
    key_name: string | null
    /** The stored columns, as JSON. */
    contents: string
  }
  audit_entries: {
    id: string
    organization_id: string
    action: string
    target_id: string | null
    target_name: string | null
    /** The names of the changed fields, as JSON. Never their values. */
    fields: string
    via: AuditVia
    user_id: string | null
    email: string | null
    key_id: string | null
    key_name: string | null
    browser: string | null
    country: string | null
    created_at: number
  }
}

export type AuditVia = 'session' | 'key' | 'command' | 'service'
