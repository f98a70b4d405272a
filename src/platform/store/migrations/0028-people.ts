import type { Statements } from './migrations.ts'

/**
 * The name that visitors see, addresses without a proof, and changes of addresses. The version before
 * ignores all of it: it has confirmed accounts only.
 */
export const people: Statements = ({ id, text, instant }) => [
  `alter table users add column display_name ${text}`,
  `alter table users add column unconfirmed_since ${instant}`,
  `alter table messages add column user_id ${id}`,
  `create table address_changes (
    id ${id} primary key,
    user_id ${id} not null references users (id) on delete cascade,
    old_email ${text} not null,
    new_email ${text} not null,
    created_at ${instant} not null,
    confirmed_at ${instant}
  )`,
  'create index address_changes_user on address_changes (user_id, id)',
  'create index invitations_email on invitations (email_folded)',
  'create index address_changes_age on address_changes (created_at)',
]
