import type { Generated } from 'kysely'
import type { ScanLanguage } from '#contract/languages.ts'
import type { CodeStatus } from '#contract/statuses.ts'
import type { Template } from '#contract/templates.ts'

export interface CodeTables {
  codes: {
    id: string
    organization_id: string
    short_id: string
    name: string
    name_folded: string
    /** `naturalOrder` of the folded name, for lists by name. */
    name_order: Generated<string>
    template: Template
    status: CodeStatus
    scans_total: number
    created_at: number
    updated_at: number
    /** As JSON, in the order of the owner. Beside the name, because lists show both. */
    tags: string
    /** The scope of its sums in its organization; null: the id of the code. */
    scope_id: Generated<string | null>
  }
  /**
   * The organizations of a code that has moved, the current one included, and codes that are being
   * deleted. Other codes have no row.
   */
  code_stays: {
    code_id: string
    organization_id: string
    /** The scope of its sums in this organization. */
    scope_id: string
    /** The time of its first arrival; 0: it was created here. */
    arrived_at: number
    /** The time when it last moved away; null while it is here. */
    left_at: number | null
    /** As they were when it left; null while it is here. */
    short_id: string | null
    name: string | null
    metadata: string | null
    /** 1 while its rows are deleted in small steps. */
    is_deleted: number
  }
  /**
   * Separate from `codes`, so that counting a scan does not rewrite the prompt and lists do not
   * read it.
   */
  code_contents: {
    code_id: string
    prompt: string
    welcome_message: string | null
    metadata: string
    suggestions: string
    contact: string | null
    style: string | null
    model: string | null
    language: ScanLanguage | null
    /** Null: the name of the code. */
    title: string | null
    /** The texts in other languages, as JSON. */
    translations: string
    /** The sites that may embed the conversation, as JSON; null: none. */
    embed_origins: string | null
  }
  /** The templates of an organization. `contents`: the fields of the code, as JSON. */
  code_templates: {
    id: string
    organization_id: string
    title: string
    template: Template
    contents: string
    created_at: number
    updated_at: number
  }
  code_logos: { code_id: string; type: 'png' | 'svg'; data: Uint8Array }
}

/** The optional fields of a code when a request omits them. Every query takes its columns from here. */
export const blankContents = {
  welcome_message: null,
  metadata: '{}',
  suggestions: '[]',
  contact: null,
  style: null,
  model: null,
  language: null,
  title: null,
  translations: '{}',
  embed_origins: null,
} satisfies Omit<CodeTables['code_contents'], 'code_id' | 'prompt'>
