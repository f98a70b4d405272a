import type { Statements } from './migrations.ts'

/**
 * Counts the crashes during a job, and finds the next job of an organization. The kind is in the
 * indexes, so that many jobs of other kinds are skipped without reading them.
 */
export const parkedJobs: Statements = ({ count }) => [
  `alter table jobs add column crashes ${count} not null default 0`,
  'create index jobs_turns on jobs (organization_id, due_at, kind) where due_at is not null',
  'create index jobs_next on jobs (due_at, kind) where due_at is not null',
  'drop index jobs_due',
]
