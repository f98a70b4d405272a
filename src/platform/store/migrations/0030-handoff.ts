import type { Statements } from './migrations.ts'

/**
 * Who answers in a conversation, and what members and visitors leave in it. A process of the former
 * version ignores all of it.
 */
export const handoff: Statements = ({ id, text, instant, count, clustered }) => [
  `alter table conversations add column handling ${text} not null default 'assistant'`,
  `alter table conversations add column assignee_id ${id}`,
  `alter table conversations add column waits_until ${instant}`,
  `alter table conversations add column offer ${text}`,
  `alter table messages add column offer ${text}`,
  `alter table messages add column notice ${text}`,
  `alter table code_contents add column handoff ${text}`,
  `alter table code_contents add column lead_form ${text}`,
  // Few conversations are with a person, and they are read often.
  `create index conversations_with_people on conversations (organization_id, started_at, id)
   where handling <> 'assistant'`,
  `create index conversations_with_people_of_code on conversations (code_id)
   where handling <> 'assistant'`,
  `create index conversations_of_assignee on conversations (assignee_id, started_at, id)
   where assignee_id is not null`,
  'create index conversations_waiting on conversations (waits_until) where waits_until is not null',
  `create table conversation_states (
    conversation_id ${id} not null references conversations (id) on delete cascade,
    turn ${count} not null,
    handling ${text} not null,
    cause ${text} not null,
    user_id ${id},
    created_at ${instant} not null,
    primary key (conversation_id, turn)
  ) ${clustered}`,
  `create table conversation_notes (
    id ${id} primary key,
    conversation_id ${id} not null references conversations (id) on delete cascade,
    user_id ${id},
    text ${text} not null,
    created_at ${instant} not null
  )`,
  'create index conversation_notes_of on conversation_notes (conversation_id, id)',
  `create table handoffs (
    organization_id ${id} not null primary key references organizations (id) on delete cascade,
    settings ${text} not null
  ) ${clustered}`,
  `create table chat_targets (
    id ${id} primary key,
    organization_id ${id} not null references organizations (id) on delete cascade,
    kind ${text} not null,
    host ${text} not null,
    sealed ${text} not null,
    created_at ${instant} not null
  )`,
  'create index chat_targets_of on chat_targets (organization_id, id)',
  `create table push_subscriptions (
    id ${id} primary key,
    user_id ${id} not null references users (id) on delete cascade,
    session_id ${id} not null references sessions (id) on delete cascade,
    endpoint_hash ${id} not null unique,
    sealed ${text} not null,
    created_at ${instant} not null
  )`,
  'create index push_subscriptions_of on push_subscriptions (user_id, id)',
  'create index push_subscriptions_session on push_subscriptions (session_id)',
  `create table handoff_notices (
    id ${id} primary key,
    conversation_id ${id} not null references conversations (id) on delete cascade,
    chat_target_id ${id} references chat_targets (id) on delete cascade,
    push_subscription_id ${id} references push_subscriptions (id) on delete cascade,
    attempts ${count} not null,
    due_at ${instant}
  )`,
  'create index handoff_notices_due on handoff_notices (due_at) where due_at is not null',
  'create index handoff_notices_of on handoff_notices (conversation_id)',
  'create index handoff_notices_chat on handoff_notices (chat_target_id)',
  'create index handoff_notices_push on handoff_notices (push_subscription_id)',
  `create table leads (
    id ${id} primary key,
    organization_id ${id} not null,
    code_id ${id} not null,
    conversation_id ${id} not null references conversations (id) on delete cascade,
    sealed ${text} not null,
    email_hash ${id},
    phone_hash ${id},
    created_at ${instant} not null
  )`,
  'create index leads_of on leads (organization_id, created_at, id)',
  'create index leads_of_conversation on leads (conversation_id)',
  'create index leads_of_code on leads (organization_id, code_id, created_at, id)',
  `create index leads_email on leads (organization_id, email_hash, created_at, id)
   where email_hash is not null`,
  `create index leads_phone on leads (organization_id, phone_hash, created_at, id)
   where phone_hash is not null`,
  `create table organization_privacy (
    organization_id ${id} not null primary key references organizations (id) on delete cascade,
    conversation_days ${count},
    lead_days ${count},
    question_days ${count}
  ) ${clustered}`,
]
