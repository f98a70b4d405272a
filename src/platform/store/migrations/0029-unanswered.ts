import type { Statements } from './migrations.ts'

/**
 * How answers ended, by day, and the mails about questions without an answer. A process of the
 * former version counts no outcomes and schedules no mails.
 */
export const unanswered: Statements = ({ id, instant, count, clustered }) => [
  `alter table code_days add column outcomes_answered ${count} not null default 0`,
  `alter table code_days add column outcomes_partly ${count} not null default 0`,
  `alter table code_days add column outcomes_unknown ${count} not null default 0`,
  `create table question_notices (
    organization_id ${id} not null primary key references organizations (id) on delete cascade,
    asked_from ${instant},
    due_at ${instant},
    sent_at ${instant}
  ) ${clustered}`,
  'create index question_notices_due on question_notices (due_at) where due_at is not null',
  'create index asked_questions_of_organization on asked_questions (organization_id, asked_at)',
]
