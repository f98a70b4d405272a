import type { Statements } from './migrations.ts'

/** Accounts, organizations, codes, events, mail. */
export const foundation: Statements = ({ id, text, instant, count }) => [
  `create table settings (name ${id} primary key, value ${text} not null)`,

  `create table organizations (
    id ${id} primary key,
    name ${text} not null,
    slug ${id} not null unique,
    plan ${text} not null,
    codes_active ${count} not null,
    codes_archived ${count} not null,
    members_count ${count} not null,
    created_at ${instant} not null,
    metadata ${text} not null
  )`,

  `create table users (
    id ${id} primary key,
    email ${text} not null,
    email_folded ${id} not null unique,
    default_organization_id ${id} not null references organizations (id),
    created_at ${instant} not null
  )`,
  'create index users_default_organization on users (default_organization_id)',

  `create table members (
    id ${id} primary key,
    organization_id ${id} not null references organizations (id) on delete cascade,
    user_id ${id} not null references users (id) on delete cascade,
    role ${text} not null,
    joined_at ${instant} not null,
    unique (user_id, organization_id)
  )`,
  'create index members_organization on members (organization_id, id)',

  `create table invitations (
    id ${id} primary key,
    organization_id ${id} not null references organizations (id) on delete cascade,
    email ${text} not null,
    email_folded ${id} not null,
    role ${text} not null,
    created_at ${instant} not null,
    expires_at ${instant} not null,
    unique (organization_id, email_folded)
  )`,

  `create table api_keys (
    id ${id} primary key,
    user_id ${id} not null references users (id) on delete cascade,
    name ${text} not null,
    organization_id ${id} references organizations (id) on delete cascade,
    role ${text},
    expires_at ${instant},
    revoked_at ${instant},
    last_used_at ${instant},
    created_at ${instant} not null
  )`,
  'create index api_keys_user on api_keys (user_id, id)',
  'create index api_keys_organization on api_keys (organization_id, id)',
  `create table api_key_texts (
    text_hash ${id} primary key,
    key_id ${id} not null references api_keys (id) on delete cascade,
    valid_until ${instant}
  )`,
  'create index api_key_texts_key on api_key_texts (key_id)',

  `create table sessions (
    token_hash ${id} primary key,
    user_id ${id} not null references users (id) on delete cascade,
    created_at ${instant} not null,
    expires_at ${instant} not null
  )`,
  'create index sessions_user on sessions (user_id)',
  'create index sessions_expiry on sessions (expires_at)',
  `create table sign_ins (
    id ${id} primary key,
    email ${text} not null,
    email_folded ${id} not null,
    created_at ${instant} not null,
    expires_at ${instant} not null,
    used_at ${instant}
  )`,
  'create index sign_ins_email on sign_ins (email_folded, created_at)',
  'create index sign_ins_expiry on sign_ins (expires_at)',

  `create table codes (
    id ${id} primary key,
    organization_id ${id} not null references organizations (id) on delete cascade,
    short_id ${id} not null unique,
    name ${text} not null,
    name_folded ${text} not null,
    template ${text} not null,
    status ${text} not null,
    scans_total ${count} not null,
    created_at ${instant} not null,
    updated_at ${instant} not null
  )`,
  'create index codes_newest on codes (organization_id, status, id desc)',
  `create table code_contents (
    code_id ${id} primary key references codes (id) on delete cascade,
    welcome_message ${text},
    suggestions ${text} not null,
    contact ${text},
    style ${text},
    model ${text},
    metadata ${text} not null,
    prompt ${text} not null
  )`,

  `create table events (
    id ${id} primary key,
    organization_id ${id} not null references organizations (id) on delete cascade,
    type ${text} not null,
    created_at ${instant} not null,
    body ${text} not null
  )`,
  'create index events_newest on events (organization_id, id desc)',

  `create table mails (
    id ${id} primary key,
    kind ${text} not null,
    recipient ${text} not null,
    data ${text} not null,
    attempts ${count} not null,
    next_attempt_at ${instant},
    sent_at ${instant},
    last_error ${text},
    created_at ${instant} not null
  )`,
  'create index mails_due on mails (next_attempt_at) where next_attempt_at is not null',
  'create index mails_created on mails (created_at)',

  `create table idempotency_keys (
    id ${id} primary key,
    request_hash ${id} not null,
    status ${count} not null,
    answer ${text} not null,
    expires_at ${instant} not null
  )`,
  'create index idempotency_keys_expiry on idempotency_keys (expires_at)',
]
