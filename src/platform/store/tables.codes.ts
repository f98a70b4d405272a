import type { Generated } from 'kysely'
import type { ScanLanguage } from '#contract/languages.ts'
import type { QuestionStatus } from '#contract/questions.ts'
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
    /** A `Handoff` as JSON; null: as the organization's. */
    handoff: string | null
    /** A `LeadForm` as JSON; null: the code has no form. */
    lead_form: string | null
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
  handoff: null,
  lead_form: null,
} satisfies Omit<CodeTables['code_contents'], 'code_id' | 'prompt'>

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

export type SourceKind = 'file' | 'page' | 'site' | 'question'
type SourceStatus = 'processing' | 'ready' | 'failed'
type Refresh = 'never' | 'daily' | 'weekly'

export interface KnowledgeTables {
  knowledge_sources: {
    id: string
    organization_id: string
    kind: SourceKind
    title: string
    status: SourceStatus
    /** Why it failed, or what a reader of the source should know; a sentence. */
    reason: string | null
    url: string | null
    question: string | null
    answer: string | null
    /** 1: every code of the organization; 0: those of `knowledge_codes`. */
    all_codes: number
    refresh: Refresh
    /** When it is refreshed next; null: never. */
    refresh_at: number | null
    refreshed_at: number | null
    progress_done: number
    /** Null: not known yet. */
    progress_total: number | null
    max_pages: number
    max_depth: number
    /** Sum over the live documents of this source. */
    pages: number
    passages: number
    tokens: number
    size_bytes: number
    /** Of a text file, as the owner chose it; null: guessed when the file does not name it. */
    encoding: string | null
    guessed_encoding: string | null
    /** Increases whenever its passages change, for caches. */
    version: number
    created_at: number
    updated_at: number
  }
  knowledge_codes: { source_id: string; code_id: string }
  knowledge_uploads: { id: string; created_at: number }
  knowledge_chunks: { source_id: string; position: number; data: Uint8Array }
  knowledge_documents: {
    id: string
    source_id: string
    url: string | null
    /** The hash of the address, because an index entry must be short. */
    url_hash: string | null
    title: string | null
    /** Links from the start address. */
    depth: number
    /** The last visit to the site that found a link to the page. */
    round: number
    /** The last visit that read the page. */
    fetched_round: number
    /** 1: its passages are in use; 0: they are being made. */
    is_live: number
    /** The hash of the content, to find out whether a page has changed. */
    hash: string | null
    /** As the website sent it, to ask whether the page has changed. */
    etag: string | null
    /** The addresses that the page links to, as JSON. */
    links: string
    pages: number
    passages: number
    tokens: number
  }
  knowledge_passages: {
    id: string
    source_id: string
    document_id: string
    position: number
    page: number | null
    /** The headings above it, as JSON. */
    headings: string
    text: string
    tokens: number
    /** What was read, when the owner has corrected the text. */
    read_text: string | null
  }
  knowledge_vectors: { passage_id: string; source_id: string; model: string; vector: Uint8Array }
}

export interface LearningTables {
  /** Similar questions that an owner answers or dismisses together. */
  question_groups: {
    id: string
    organization_id: string
    status: QuestionStatus
    /** The codes that the answer is for, as JSON; null: all codes. */
    code_ids: string | null
    /** The knowledge source of the answer. */
    source_id: string | null
    answered_at: number | null
    created_at: number
  }
  asked_questions: {
    /** The answer that did not know it, or knew it only partly. */
    answer_id: string
    /** The visitor's message. */
    asked_id: string
    conversation_id: string
    organization_id: string
    /** Null until it is grouped. */
    group_id: string | null
    /** From the embedding model, if there is one. */
    vector: Uint8Array | null
    /** The model of the vector. A vector of another model is ignored. */
    vector_model: string | null
    asked_at: number
  }
}
