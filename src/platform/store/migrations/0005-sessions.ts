import type { Statements } from './migrations.ts'

/** Sessions that users can list and end, by an id that does not reveal the token. */
export const sessions: Statements = ({ id, text, instant }) => [
  `alter table sessions add column id ${id}`,
  `alter table sessions add column browser ${text}`,
  `alter table sessions add column last_used_at ${instant}`,
  // Existing sessions stay valid. A part of a hash does not reveal the token.
  `update sessions set id = 'ses_' || upper(substr(token_hash, 1, 26))`,
  'create unique index sessions_id on sessions (id)',
]
