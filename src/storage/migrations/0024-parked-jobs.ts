import type { Statements } from './migrations.ts'

/** Counts the crashes during a job, and finds the jobs of an organization that are due. */
export const parkedJobs: Statements = ({ count }) => [
  `alter table jobs add column crashes ${count} not null default 0`,
  'create index jobs_turns on jobs (organization_id, due_at) where due_at is not null',
]
