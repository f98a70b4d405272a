import { type Static, Type } from 'typebox'
import { auditSubjects, type Change, type Context, signal } from '../../platform/context.ts'
import { openPage, pageFields, pageQuery } from '../../platform/http/input/cursor.ts'
import { problem } from '../../platform/http/problem.ts'
import {
  Bool,
  Instant,
  Int,
  Nullable,
  named,
  OneOf,
  OrganizationId,
  Str,
} from '../../platform/http/schema.ts'
import type { JobHandler } from '../../platform/jobs/handlers.ts'
import * as store from '../../platform/jobs/jobs.store.ts'
import { isoTime, isoTimeOrNull } from '../../platform/kit/clock.ts'
import { newId } from '../../platform/kit/ids.ts'
import { type JobKind, jobKinds, jobStatuses } from '../../platform/store/tables.ts'
import { findOrganization, requireOrganization } from '../organizations/access.ts'

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
        'The error of the last step, why the job is parked, or what it has left out; null if ' +
          'there is nothing to say.',
        'A step failed. It will be retried.',
      ),
    ),
    created_at: Instant('When the job was created.'),
    started_at: Nullable(Instant('When the first step began; null until then.')),
    finished_at: Nullable(Instant('When the job was finished or cancelled; null until then.')),
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

export const PageOfJobs = Type.Object({
  jobs: Type.Array(JobSchema, { description: 'One page of jobs, newest first.' }),
  ...pageFields(50),
})

export const JobPath = Type.Object({
  id: Str('The id of the job.', 'job_01JB0000000000000000000000'),
})

interface NewJob {
  kind: JobKind
  /** The organization whose admins may see the job. */
  organizationId: string
  subjectId: string
  subjectName: string
  userId: string | null
  /** The approximate number of rows to handle; null: unknown. */
  total: number | null
}

/** Adds a job in the transaction of its cause. A job that is already running starts again. */
export const addJob = async (change: Change<unknown>, job: NewJob): Promise<string> => {
  const { db } = change
  const organization_id = job.organizationId
  signal(change, { kind: 'jobs-due' })
  const known = await store.lockUnfinished(db, job.kind, job.subjectId)
  const now = change.now()
  if (known) {
    await store.restart(db, known.id, { organization_id, rows_total: job.total, due_at: now })
    return known.id
  }
  const id = newId('job', now)
  await store.insert(db, {
    id,
    kind: job.kind,
    organization_id,
    subject_id: job.subjectId,
    subject_name: job.subjectName,
    user_id: job.userId,
    status: 'waiting',
    state: '{}',
    rows_done: 0,
    rows_total: job.total,
    due_at: now,
    claim: null,
    attempts: 0,
    crashes: 0,
    last_error: null,
    created_at: now,
    started_at: null,
    finished_at: null,
  })
  return id
}

/** Ends a parked job whose subject is deleted: its next step finds nothing to do. */
export const endParkedJob = async (change: Change<unknown>, kind: JobKind, subjectId: string) => {
  const job = await store.lockUnfinished(change.db, kind, subjectId)
  if (job?.status === 'parked') await resume(change, job)
}

export const listJobs = async (context: Context, query: JobQuery) => {
  const { db } = context
  const { limit, offset, organization_id, open } = query
  const { id } = await requireOrganization(context, organization_id, 'jobs:read')
  const isOpen = open === undefined ? null : open === 'true'
  const page = openPage({ list: 'jobs', filter: [id, isOpen], like: [''] as [string] }, query)
  const wanted = { after: page.after?.[0] ?? null, limit: page.maximum, offset: page.offset }
  const found = await store.list(db, { organizationId: id, isOpen }, wanted)
  const { rows, next } = page.close(found, (row) => [row.id])
  const total = await store.count(db, id, isOpen)
  return { jobs: rows.map((row) => asJob(context, row)), total, limit, offset, ...next }
}

export const retrieveJob = async (context: Context, id: string) =>
  asJob(context, await requireJob(context, await store.find(context.db, id), 'jobs:read'))

export const cancelJob = async (change: Change, id: string) =>
  await cancel(change, await requireJob(change, await store.lock(change.db, id), 'jobs:write'))

export const retryJob = async (change: Change, id: string) =>
  await retry(change, await requireJob(change, await store.lock(change.db, id), 'jobs:write'))

/** For the command line, whose user may see all jobs. */
export const listAllJobs = async (context: Context<unknown>, limit: number) => {
  const every = { organizationId: null, isOpen: null }
  const rows = await store.list(context.db, every, { after: null, limit, offset: 0 })
  return rows.map((row) => asJob(context, row))
}

/** For the command line. Forced: also a job that cannot be cancelled safely. */
export const cancelAnyJob = async (change: Change<unknown>, id: string, isForced: boolean) =>
  await cancel(change, await lockAnyJob(change, id), isForced)

/** For the command line. */
export const retryAnyJob = async (change: Change<unknown>, id: string) =>
  await retry(change, await lockAnyJob(change, id))

/** For the command line. */
export const findAnyJob = async (context: Context<unknown>, id: string) => {
  const job = await store.find(context.db, id)
  return job && asJob(context, job)
}

const lockAnyJob = async ({ db }: Change<unknown>, id: string): Promise<store.JobRow> => {
  const job = await store.lock(db, id)
  if (!job) throw jobNotFound()
  return job
}

/** 404, not 403: outsiders must not learn which jobs exist. */
const requireJob = async (
  context: Context,
  job: store.JobRow | undefined,
  permission: 'jobs:read' | 'jobs:write',
): Promise<store.JobRow> => {
  if (!job || !(await findOrganization(context, job.organization_id))) throw jobNotFound()
  await requireOrganization(context, job.organization_id, permission)
  return job
}

const cancel = async (change: Change<unknown>, job: store.JobRow, isForced = false) => {
  if (job.due_at === null) throw jobFinished()
  const handler = handlerOf(change, job)
  const reason = handler ? handler.cannotCancel : unknownKind
  if (reason !== null && !isForced) throw notCancellable(reason)
  // The process that runs the job loses its claim at the next step.
  await store.finish(change.db, job.id, {
    status: 'cancelled',
    rows_done: job.rows_done,
    finished_at: change.now(),
  })
  await handler?.giveUp?.(change, job.subject_id, 'cancelled')
  return await changed(change, job)
}

const retry = async (change: Change<unknown>, job: store.JobRow) => {
  if (job.status !== 'parked') throw jobNotParked()
  await resume(change, job)
  return await changed(change, job)
}

const resume = async (change: Change<unknown>, job: store.JobRow) => {
  signal(change, { kind: 'jobs-due' })
  await store.resume(change.db, job.id, change.now())
  await handlerOf(change, job)?.resume?.(change, job.subject_id)
}

/** Undefined for a job that another version of the service has added. */
const handlerOf = ({ service }: Context<unknown>, { kind }: store.JobRow): JobHandler | undefined =>
  service.jobHandlers[kind]

const changed = async (change: Change<unknown>, job: store.JobRow) => {
  auditSubjects(change, job.organization_id, [{ id: job.id, name: job.subject_name }])
  return asJob(change, (await store.find(change.db, job.id)) ?? job)
}

const asJob = (context: Context<unknown>, row: store.JobRow) => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  organization_id: row.organization_id,
  subject_id: row.subject_id,
  subject_name: row.subject_name,
  rows_done: row.rows_done,
  // Raises an estimate that turned out too small.
  rows_total: row.rows_total === null ? null : Math.max(row.rows_total, row.rows_done),
  cancellable: row.due_at !== null && handlerOf(context, row)?.cannotCancel === null,
  last_error: row.last_error,
  created_at: isoTime(row.created_at),
  started_at: isoTimeOrNull(row.started_at),
  finished_at: isoTimeOrNull(row.finished_at),
})

const unknownKind = 'This version of the service does not know this kind of job.'

const jobNotFound = () => problem(404, 'job_not_found', 'There is no such job.')

const jobFinished = () =>
  problem(409, 'job_finished', 'The job is already finished and cannot be cancelled.')

const jobNotParked = () =>
  problem(409, 'job_not_parked', 'The job is not parked. Only a parked job can be retried.')

const notCancellable = (reason: string) => problem(409, 'job_not_cancellable', reason)
