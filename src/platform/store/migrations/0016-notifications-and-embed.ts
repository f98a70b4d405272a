import type { Statements } from './migrations.ts'

/** The notifications that members choose, and the sites that may embed a code. */
export const notificationsAndEmbed: Statements = ({ id, text, instant, clustered }) => [
  // Null until they are known.
  `alter table users add column language ${id}`,
  `alter table users add column time_zone ${id}`,
  // A kind without a row has its default.
  `create table member_notifications (
    member_id ${id} not null references members (id) on delete cascade,
    kind ${id} not null,
    organization_id ${id} not null,
    value ${id} not null,
    since ${instant} not null,
    sent_at ${instant},
    due_at ${instant},
    primary key (member_id, kind)
  ) ${clustered}`,
  'create index member_notifications_chosen on member_notifications (organization_id, kind)',
  `create index member_notifications_due on member_notifications (due_at)
    where due_at is not null`,
  `create table pending_ratings (
    member_id ${id} not null references members (id) on delete cascade,
    conversation_id ${id} not null,
    message_id ${id} not null,
    rated_at ${instant} not null,
    primary key (member_id, conversation_id, message_id)
  ) ${clustered}`,
  `create index conversations_rated on conversations (organization_id, started_at)
    where rating is not null`,
  // A notification that waits is deleted together with its member.
  `alter table mails add column member_id ${id} references members (id) on delete cascade`,
  'create index mails_of_member on mails (member_id) where member_id is not null',
  // A list of origins, as JSON.
  `alter table code_contents add column embed_origins ${text}`,
]
