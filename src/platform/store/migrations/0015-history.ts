import type { Statements } from './migrations.ts'

/** Tags of codes, former versions of their texts, and the audit log of an organization. */
export const history: Statements = ({ id, text, instant, count, clustered }) => [
  `alter table codes add column tags ${text} not null default '[]'`,
  `create table tags (
    organization_id ${id} not null,
    folded ${id} not null,
    tag ${text} not null,
    codes ${count} not null,
    primary key (organization_id, folded)
  ) ${clustered}`,
  `create table code_tags (
    organization_id ${id} not null,
    folded ${id} not null,
    code_id ${id} not null,
    primary key (organization_id, folded, code_id)
  ) ${clustered}`,

  `create table code_versions (
    code_id ${id} not null references codes (id) on delete cascade,
    version ${count} not null,
    fields ${text} not null,
    changed_at ${instant} not null,
    user_id ${id},
    email ${text},
    key_id ${id},
    key_name ${text},
    contents ${text} not null,
    primary key (code_id, version)
  )`,

  // Without a foreign key, because the rows of a deleted organization are deleted in small steps.
  `create table audit_entries (
    id ${id} primary key,
    organization_id ${id} not null,
    action ${id} not null,
    target_id ${id},
    target_name ${text},
    fields ${text} not null,
    via ${id} not null,
    user_id ${id},
    email ${text},
    key_id ${id},
    key_name ${text},
    browser ${text},
    country ${id},
    created_at ${instant} not null
  ) ${clustered}`,
  'create index audit_entries_newest on audit_entries (organization_id, id desc)',
]
