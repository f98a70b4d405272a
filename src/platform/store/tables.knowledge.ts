export type SourceKind = 'file' | 'page' | 'site' | 'question'
export type SourceStatus = 'processing' | 'ready' | 'failed'
export type Refresh = 'never' | 'daily' | 'weekly'

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
  }
  knowledge_vectors: { passage_id: string; source_id: string; model: string; vector: Uint8Array }
}
