import type { Statements } from './migrations.ts'

/** Accounts at the OpenID Connect provider of a company, and the sessions that they began. */
export const companySignIn: Statements = ({ id, text, instant }) => [
  `create table identities (
    issuer ${id} not null,
    subject ${id} not null,
    user_id ${id} not null references users (id) on delete cascade,
    created_at ${instant} not null,
    primary key (issuer, subject)
  )`,
  'create index identities_user on identities (user_id)',
  `alter table sessions add column provider_session ${text}`,
]
