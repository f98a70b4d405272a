import type { Statements } from './migrations.ts'

/**
 * The sources from which codes answer, and their passages. Only `knowledge_codes` has foreign keys:
 * the rows of a deleted source can be many, and are deleted in small steps.
 */
export const knowledge: Statements = ({ id, text, instant, count, bytes, clustered }) => [
  `create table knowledge_sources (
    id ${id} primary key,
    organization_id ${id} not null,
    kind ${id} not null,
    title ${text} not null,
    status ${id} not null,
    reason ${text},
    url ${text},
    question ${text},
    answer ${text},
    all_codes ${count} not null,
    refresh ${id} not null,
    refresh_at ${instant},
    refreshed_at ${instant},
    progress_done ${count} not null,
    progress_total ${count},
    max_pages ${count} not null,
    max_depth ${count} not null,
    pages ${count} not null,
    passages ${count} not null,
    tokens ${count} not null,
    size_bytes ${count} not null,
    version ${count} not null,
    created_at ${instant} not null,
    updated_at ${instant} not null
  )`,
  'create index knowledge_sources_list on knowledge_sources (organization_id, id desc)',
  `create index knowledge_sources_refresh on knowledge_sources (refresh_at)
    where refresh_at is not null`,

  // The codes that use a source, unless all of the organization do.
  `create table knowledge_codes (
    source_id ${id} not null references knowledge_sources (id) on delete cascade,
    code_id ${id} not null references codes (id) on delete cascade,
    primary key (source_id, code_id)
  ) ${clustered}`,
  'create index knowledge_codes_of_code on knowledge_codes (code_id)',

  // An upload that is not a source yet. Its chunks have its id, and later that of the source.
  `create table knowledge_uploads (
    id ${id} primary key,
    created_at ${instant} not null
  )`,
  `create table knowledge_chunks (
    source_id ${id} not null,
    position ${count} not null,
    data ${bytes} not null,
    primary key (source_id, position)
  )`,

  // A file, a question, or a page of a site.
  `create table knowledge_documents (
    id ${id} primary key,
    source_id ${id} not null,
    url ${text},
    url_hash ${id},
    title ${text},
    depth ${count} not null,
    round ${count} not null,
    fetched_round ${count} not null,
    is_live ${count} not null,
    hash ${id},
    etag ${text},
    links ${text} not null,
    pages ${count} not null,
    passages ${count} not null,
    tokens ${count} not null
  )`,
  'create index knowledge_documents_of_source on knowledge_documents (source_id, id)',
  `create unique index knowledge_documents_url on knowledge_documents (source_id, url_hash)
    where url_hash is not null`,

  `create table knowledge_passages (
    id ${id} primary key,
    source_id ${id} not null,
    document_id ${id} not null,
    position ${count} not null,
    page ${count},
    headings ${text} not null,
    text ${text} not null,
    tokens ${count} not null
  )`,
  `create index knowledge_passages_order
    on knowledge_passages (source_id, document_id, position)`,

  // One vector for each passage, of the model in force: 32-bit numbers, the lowest byte first.
  `create table knowledge_vectors (
    passage_id ${id} primary key,
    source_id ${id} not null,
    model ${id} not null,
    vector ${bytes} not null
  )`,
  'create index knowledge_vectors_of_source on knowledge_vectors (source_id, passage_id)',
]
