import { type Static, Type } from 'typebox'
import { Cursor, NextCursor } from '../http/input/cursor.schema.ts'
import { Limit, Nullable, named, Offset, Time } from '../http/schema.ts'

export const JobSchema = named(
  'Job',
  Type.Object({
    id: Type.String({ description: 'Job id.', examples: ['job_01JB0000000000000000000000'] }),
    kind: Type.Enum(['delete_code', 'move_code', 'delete_organization', 'rebuild_analytics'], {
      description: 'What it does.',
      examples: ['delete_code'],
    }),
    status: Type.Enum(['waiting', 'running', 'succeeded', 'cancelled'], {
      description: '`waiting`: for its turn, or to try a failed step again.',
      examples: ['running'],
    }),
    organization_id: Type.String({
      description:
        'The organization whose owners and admins see it. The deletion of an organization is ' +
        'shown in the default organization of the user who deleted it.',
      examples: ['org_01JB0000000000000000000000'],
    }),
    subject_id: Type.String({
      description: 'The code or the organization that it is about.',
      examples: ['qpr_01JB0000000000000000000000'],
    }),
    subject_name: Type.String({
      description: 'Its name when the job began.',
      examples: ['Harbour terrace'],
    }),
    rows_done: Type.Integer({ description: 'Rows handled so far.', examples: [250000] }),
    rows_total: Nullable(
      Type.Integer({ examples: [1000000] }),
      'About how many rows there are in all; null where that is unknown.',
    ),
    cancellable: Type.Boolean({
      description: 'Whether it can be cancelled now.',
      examples: [false],
    }),
    last_error: Nullable(
      Type.String({ examples: ['A step failed and is tried again.'] }),
      'What went wrong in the last step; null when nothing did.',
    ),
    created_at: Time('When it was asked for.'),
    started_at: Nullable(Time('When its first step began.'), 'Null: not yet.'),
    finished_at: Nullable(Time('When it was done or cancelled.'), 'Null: not yet.'),
  }),
)

export const JobQuery = Type.Object({
  organization_id: Type.Optional(
    Type.String({
      format: 'text',
      maxLength: 100,
      description: 'The organization (id or slug); the default one of the key when omitted.',
      examples: ['harbour-hotels'],
    }),
  ),
  open: Type.Optional(
    Type.Enum(['true', 'false'], {
      description: '`true`: only those that are not finished; `false`: only those that are.',
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
  total: Type.Integer({ description: 'How many there are in all.', examples: [1] }),
  limit: Type.Integer({ description: 'As asked.', examples: [50] }),
  offset: Type.Integer({ description: 'As asked.', examples: [0] }),
  next_cursor: NextCursor,
})

export const JobPath = Type.Object({
  id: Type.String({
    description: 'The id of the job.',
    examples: ['job_01JB0000000000000000000000'],
  }),
})
