import type { Statements } from './migrations.ts'

/** Sessions that their user sees and ends, each by an id that says nothing of its token. */
export const sessions: Statements = ({ id, text, instant }) => [
  `alter table sessions add column id ${id}`,
  `alter table sessions add column browser ${text}`,
  `alter table sessions add column last_used_at ${instant}`,
  // Those who are signed in stay so; a part of a hash leads to no token.
  `update sessions set id = 'ses_' || upper(substr(token_hash, 1, 26))`,
  'create unique index sessions_id on sessions (id)',
]
