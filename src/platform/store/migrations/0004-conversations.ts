import type { Statements } from './migrations.ts'

/** Conversations, their messages, and their token budgets. */
export const conversations: Statements = ({ id, text, instant, count, clustered }) => [
  `create table conversations (
    id ${id} primary key,
    organization_id ${id} not null,
    code_id ${id} not null references codes (id) on delete cascade,
    scan_id ${count},
    token_hash ${id} not null unique,
    language ${text} not null,
    is_demo ${count} not null,
    status ${text} not null,
    reason ${text},
    turns ${count} not null,
    messages_count ${count} not null,
    tokens_in ${count} not null,
    tokens_out ${count} not null,
    cost_micros ${count} not null,
    rating ${text},
    rating_comment ${text},
    created_at ${instant} not null,
    started_at ${instant},
    ended_at ${instant},
    idle_at ${instant}
  )`,
  'create index conversations_of_organization on conversations (organization_id, started_at, id)',
  // Contains all conversations, including those that have not started: the deletion of a code finds
  // them here.
  'create index conversations_of_code on conversations (code_id, started_at, id)',
  // Open conversations are few and read often.
  `create index conversations_open on conversations (organization_id, started_at, id)
   where status = 'open'`,
  'create index conversations_idle on conversations (idle_at) where idle_at is not null',

  // A turn is a visitor message and its answer. A retry is a separate turn.
  `create table messages (
    id ${id} primary key,
    conversation_id ${id} not null references conversations (id) on delete cascade,
    turn ${count} not null,
    role ${id} not null,
    client_id ${id},
    text ${text} not null,
    text_folded ${text} not null,
    status ${text} not null,
    model ${text},
    tokens_reserved ${count} not null,
    tokens_in ${count},
    tokens_out ${count},
    cost_micros ${count},
    error_code ${text},
    is_retryable ${count},
    created_at ${instant} not null,
    finished_at ${instant},
    lease_until ${instant},
    unique (conversation_id, turn, role)
  )`,
  `create unique index messages_client on messages (conversation_id, client_id)
   where client_id is not null`,
  'create index messages_running on messages (lease_until) where lease_until is not null',

  // The tokens that the answers of a code used on a day, and those reserved by running answers.
  `create table code_days (
    code_id ${id} not null,
    day ${count} not null,
    tokens_used ${count} not null,
    tokens_reserved ${count} not null,
    answers ${count} not null,
    cost_micros ${count} not null,
    primary key (code_id, day)
  ) ${clustered}`,
  `create table rate_windows (
    id ${id} primary key,
    hits ${count} not null,
    expires_at ${instant} not null
  )`,
  'create index rate_windows_expiry on rate_windows (expires_at)',
]
