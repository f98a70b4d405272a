import type { Statements } from './migrations.ts'

/**
 * Jobs in small steps, and the tables that make a deletion or a move visible before it is complete.
 */
export const jobs: Statements = ({ id, text, instant, count, withoutReference }) => [
  // A code or an organization is deleted at once, and its rows in small steps later. With these
  // foreign keys the deletion would wait for millions of rows.
  ...withoutReference('scans', 'code_id', 'codes'),
  ...withoutReference('conversations', 'code_id', 'codes'),
  ...withoutReference('codes', 'organization_id', 'organizations'),
  ...withoutReference('events', 'organization_id', 'organizations'),

  `create table jobs (
    id ${id} primary key,
    kind ${id} not null,
    organization_id ${id} not null,
    subject_id ${id} not null,
    subject_name ${text} not null,
    user_id ${id},
    status ${id} not null,
    state ${text} not null,
    rows_done ${count} not null,
    rows_total ${count},
    due_at ${instant},
    claim ${id},
    attempts ${count} not null,
    last_error ${text},
    created_at ${instant} not null,
    started_at ${instant},
    finished_at ${instant}
  )`,
  'create index jobs_newest on jobs (organization_id, id desc)',
  'create index jobs_due on jobs (due_at) where due_at is not null',
  'create index jobs_of_subject on jobs (subject_id) where due_at is not null',

  // Null: the id of the code. A code that moves leaves its sums behind and starts new ones.
  `alter table codes add column scope_id ${id}`,
  // Sums that are still stored in the former place of their code. A row is deleted when its sums
  // have moved.
  `create table sum_transfers (
    scope_id ${id} primary key,
    code_id ${id} not null,
    from_organization_id ${id} not null,
    to_organization_id ${id}
  )`,
  'create index sum_transfers_code on sum_transfers (code_id)',
  'create index sum_transfers_from on sum_transfers (from_organization_id)',
  'create index sum_transfers_to on sum_transfers (to_organization_id)',

  // For pages of codes by name and by last change, at any depth.
  `create index codes_by_name on codes (organization_id, status, name_folded ${
    id === 'text' ? '' : 'collate "C"'
  }, id desc)`,
  'create index codes_by_change on codes (organization_id, status, updated_at desc, id desc)',
]
