import type { Statements } from './migrations.ts'

/** The questions that an answer did not know, and the groups of similar ones. */
export const learning: Statements = ({ id, text, instant, bytes }) => [
  `create table question_groups (
    id ${id} primary key,
    organization_id ${id} not null references organizations (id) on delete cascade,
    status ${id} not null,
    code_ids ${text},
    source_id ${id},
    answered_at ${instant},
    created_at ${instant} not null
  )`,
  'create index question_groups_of_organization on question_groups (organization_id, status, id)',

  // The texts stay in the messages: a conversation that is deleted takes them along.
  `create table asked_questions (
    answer_id ${id} primary key references messages (id) on delete cascade,
    asked_id ${id} not null,
    conversation_id ${id} not null,
    organization_id ${id} not null,
    group_id ${id} references question_groups (id) on delete set null,
    vector ${bytes},
    asked_at ${instant} not null
  )`,
  `create index asked_questions_waiting on asked_questions (organization_id, asked_at)
   where group_id is null`,
  'create index asked_questions_of_group on asked_questions (group_id, asked_at)',
  'create index asked_questions_of_conversation on asked_questions (conversation_id)',
]
