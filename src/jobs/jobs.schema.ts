import { type Static, Type } from 'typebox'
import { Cursor, NextCursor } from '../http/input/cursor.schema.ts'
import { Limit, Nullable, named, Offset, Time } from '../http/schema.ts'

export const JobSchema = named(
  'Job',
  Type.Object({
    id: Type.String({ description: 'Job id.', examples: ['job_01JB0000000000000000000000'] }),
    kind: Type.Enum(['delete_code', 'move_code', 'delete_organization', 'rebuild_analytics'], {
      description: 'The type of the job.',
      examples: ['delete_code'],
    }),
    status: Type.Enum(['waiting', 'running', 'succeeded', 'cancelled'], {
      description:
        'The state of the job. `waiting`: it waits for its turn, or to retry a failed step.',
      examples: ['running'],
    }),
    organization_id: Type.String({
      description:
        'The organization whose owners and admins see the job. The deletion of an organization ' +
        'is listed in the default organization of the user who deleted it.',
      examples: ['org_01JB0000000000000000000000'],
    }),
    subject_id: Type.String({
      description: 'The code or the organization that the job works on.',
      examples: ['qpr_01JB0000000000000000000000'],
    }),
    subject_name: Type.String({
      description: 'Its name when the job was created.',
      examples: ['Harbour terrace'],
    }),
    rows_done: Type.Integer({ description: 'Rows processed so far.', examples: [250000] }),
    rows_total: Nullable(
      Type.Integer({ examples: [1000000] }),
      'Estimated total number of rows; null if unknown.',
    ),
    cancellable: Type.Boolean({
      description: 'Whether the job can be cancelled now.',
      examples: [false],
    }),
    last_error: Nullable(
      Type.String({ examples: ['A step failed and will be retried.'] }),
      'The error of the last step; null if it succeeded.',
    ),
    created_at: Time('When the job was created.'),
    started_at: Nullable(Time('When the first step began.'), 'Null until then.'),
    finished_at: Nullable(Time('When the job was finished or cancelled.'), 'Null until then.'),
  }),
)

export const JobQuery = Type.Object({
  organization_id: Type.Optional(
    Type.String({
      format: 'text',
      maxLength: 100,
      description: 'The organization (id or slug). Default: the default organization of the key.',
      examples: ['harbour-hotels'],
    }),
  ),
  open: Type.Optional(
    Type.Enum(['true', 'false'], {
      description: '`true`: only unfinished jobs; `false`: only finished jobs. Default: all jobs.',
      examples: ['true'],
    }),
  ),
  limit: Limit(50, 100),
  offset: Offset,
  cursor: Cursor,
})
export type JobQuery = Static<typeof JobQuery>

export const JobPage = Type.Object({
  jobs: Type.Array(JobSchema, { description: 'One page of jobs, newest first.' }),
  total: Type.Integer({ description: 'The full count.', examples: [1] }),
  limit: Type.Integer({ description: 'As in the request.', examples: [50] }),
  offset: Type.Integer({ description: 'As in the request.', examples: [0] }),
  next_cursor: NextCursor,
})

export const JobPath = Type.Object({
  id: Type.String({
    description: 'The id of the job.',
    examples: ['job_01JB0000000000000000000000'],
  }),
})
