import { type Static, Type } from 'typebox'
import { pageFields, pageQuery } from '../../platform/http/input/cursor.ts'
import {
  Bool,
  Int,
  Nullable,
  named,
  OneOf,
  OrganizationId,
  Str,
  Time,
} from '../../platform/http/schema.ts'
import { jobKinds, jobStatuses } from '../../platform/store/tables.ts'

export const JobSchema = named(
  'Job',
  Type.Object({
    id: Str('Job id.', 'job_01JB0000000000000000000000'),
    kind: OneOf(jobKinds, 'The type of the job.', 'delete_code'),
    status: OneOf(
      jobStatuses,
      'The state of the job. `waiting`: it waits for its turn, or to retry a failed step. ' +
        '`parked`: the service ended unexpectedly twice during the job; it continues when it is ' +
        'retried.',
      'running',
    ),
    organization_id: Str(
      'The organization whose owners and admins see the job. The deletion of an organization ' +
        'is listed in the default organization of the user who deleted it.',
      'org_01JB0000000000000000000000',
    ),
    subject_id: Str(
      'The code, the organization or the source that the job works on.',
      'qpr_01JB0000000000000000000000',
    ),
    subject_name: Str('Its name when the job was created.', 'Harbour terrace'),
    rows_done: Int('Rows processed so far.', 250000),
    rows_total: Nullable(Int('Estimated total number of rows; null if unknown.', 1000000)),
    cancellable: Bool('Whether the job can be cancelled now.', false),
    last_error: Nullable(
      Str(
        'The error of the last step, or why the job is parked; null if the step succeeded.',
        'A step failed and will be retried.',
      ),
    ),
    created_at: Time('When the job was created.'),
    started_at: Nullable(Time('When the first step began; null until then.')),
    finished_at: Nullable(Time('When the job was finished or cancelled; null until then.')),
  }),
)

export const JobQuery = Type.Object({
  organization_id: OrganizationId,
  open: Type.Optional(
    OneOf(
      ['true', 'false'],
      '`true`: only unfinished jobs, including parked ones; `false`: only finished jobs. ' +
        'Default: all jobs.',
      'true',
    ),
  ),
  ...pageQuery(50, 100),
})
export type JobQuery = Static<typeof JobQuery>

export const JobPage = Type.Object({
  jobs: Type.Array(JobSchema, { description: 'One page of jobs, newest first.' }),
  ...pageFields(50),
})

export const JobPath = Type.Object({
  id: Str('The id of the job.', 'job_01JB0000000000000000000000'),
})
