import type { Actor } from '../../platform/http/callers/actor.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import { problem } from '../../platform/http/problem.ts'
import type { Chore } from '../../platform/jobs/chore.ts'
import * as store from '../../platform/jobs/jobs.store.ts'
import { isoTime, isoTimeOrNull } from '../../platform/kit/clock.ts'
import { newId } from '../../platform/kit/ids.ts'
import type { Base, Db, Transaction } from '../../platform/store/database.ts'
import type { JobKind } from '../../platform/store/tables.ts'
import { touch } from '../../platform/trail.ts'
import type { Access } from '../organizations/access.ts'
import type { JobQuery } from './jobs.schema.ts'

interface JobsOptions extends Base {
  access: Access
  chores: Record<JobKind, Chore>
}

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

export type Jobs = ReturnType<typeof createJobs>

/** Background jobs, with the rules for who may see and cancel them. */
export const createJobs = ({ database, clock, access, chores }: JobsOptions) => {
  const { db } = database

  /** 404, not 403: outsiders must not learn which jobs exist. */
  const requireReach = async (
    on: Db,
    actor: Actor,
    job: store.JobRow | undefined,
    permission: 'jobs:read' | 'jobs:write',
  ): Promise<store.JobRow> => {
    if (!job || !(await access.find(on, actor, job.organization_id))) throw jobNotFound()
    await access.organization(on, actor, job.organization_id, permission)
    return job
  }

  const asJob = (row: store.JobRow) => ({
    id: row.id,
    kind: row.kind,
    status: row.status,
    organization_id: row.organization_id,
    subject_id: row.subject_id,
    subject_name: row.subject_name,
    rows_done: row.rows_done,
    // Raises an estimate that turned out too small.
    rows_total: row.rows_total === null ? null : Math.max(row.rows_total, row.rows_done),
    cancellable: row.due_at !== null && chores[row.kind].cannotCancel === null,
    last_error: row.last_error,
    created_at: isoTime(row.created_at),
    started_at: isoTimeOrNull(row.started_at),
    finished_at: isoTimeOrNull(row.finished_at),
  })

  const changed = async (tx: Transaction, job: store.JobRow) => {
    touch(tx.db, job.organization_id, [{ id: job.id, name: job.subject_name }])
    return asJob((await store.find(tx.db, job.id)) ?? job)
  }

  const cancelLocked = async (tx: Transaction, job: store.JobRow, isForced: boolean) => {
    if (job.due_at === null) throw jobFinished()
    const { cannotCancel, giveUp } = chores[job.kind]
    if (cannotCancel !== null && !isForced) throw notCancellable(cannotCancel)
    // The process that runs the job loses its claim at the next step.
    const { rows_done } = job
    await store.finish(tx.db, job.id, { status: 'cancelled', rows_done, now: clock.now() })
    await giveUp?.(tx, job.subject_id, 'cancelled')
    return await changed(tx, job)
  }

  const resume = async (tx: Transaction, job: store.JobRow) => {
    tx.afterCommit(() => database.signals.send({ kind: 'jobs-due' }))
    await store.resume(tx.db, job.id, clock.now())
    await chores[job.kind].resume?.(tx, job.subject_id)
  }

  const retryLocked = async (tx: Transaction, job: store.JobRow) => {
    if (job.status !== 'parked') throw jobNotParked()
    await resume(tx, job)
    return await changed(tx, job)
  }

  return {
    asJob,

    /** Adds a job in the transaction of its cause. A job that is already running starts again. */
    async add(tx: Transaction, job: NewJob): Promise<string> {
      const organization_id = job.organizationId
      tx.afterCommit(() => database.signals.send({ kind: 'jobs-due' }))
      const known = await store.holdUnfinished(tx.db, job.kind, job.subjectId)
      const now = clock.now()
      if (known) {
        const restarted = { organization_id, rows_total: job.total, due_at: now }
        await store.restart(tx.db, known.id, restarted)
        return known.id
      }
      const id = newId('job', now)
      await store.insert(tx.db, {
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
    },

    async list(actor: Actor, query: JobQuery) {
      const { limit, offset, organization_id, open } = query
      const { id } = await access.organization(db, actor, organization_id, 'jobs:read')
      const isOpen = open === undefined ? null : open === 'true'
      const page = openPage({ list: 'jobs', filter: [id, isOpen], like: [''] as [string] }, query)
      const wanted = { after: page.after?.[0] ?? null, limit: page.most, offset: page.offset }
      const found = await store.list(db, { organizationId: id, isOpen }, wanted)
      const { rows, next } = page.close(found, (row) => [row.id])
      const total = await store.count(db, id, isOpen)
      return { jobs: rows.map(asJob), total, limit, offset, ...next }
    },

    retrieve: async (actor: Actor, id: string) =>
      asJob(await requireReach(db, actor, await store.find(db, id), 'jobs:read')),

    async cancel(tx: Transaction, actor: Actor, id: string) {
      const job = await requireReach(tx.db, actor, await store.hold(tx.db, id), 'jobs:write')
      return await cancelLocked(tx, job, false)
    },

    async retry(tx: Transaction, actor: Actor, id: string) {
      const job = await requireReach(tx.db, actor, await store.hold(tx.db, id), 'jobs:write')
      return await retryLocked(tx, job)
    },

    /** Ends a parked job whose subject is deleted: its next step finds nothing to do. */
    async endParked(tx: Transaction, kind: JobKind, subjectId: string) {
      const job = await store.holdUnfinished(tx.db, kind, subjectId)
      if (job?.status === 'parked') await resume(tx, job)
    },

    /** For the command line, whose user may see all jobs. */
    async listAll(limit: number) {
      const every = { organizationId: null, isOpen: null }
      const rows = await store.list(db, every, { after: null, limit, offset: 0 })
      return rows.map(asJob)
    },

    /** Forced: also a job that cannot be cancelled safely. */
    async cancelAny(tx: Transaction, id: string, isForced: boolean) {
      const job = await store.hold(tx.db, id)
      if (!job) throw jobNotFound()
      return await cancelLocked(tx, job, isForced)
    },

    async retryAny(tx: Transaction, id: string) {
      const job = await store.hold(tx.db, id)
      if (!job) throw jobNotFound()
      return await retryLocked(tx, job)
    },

    async findAny(id: string) {
      const job = await store.find(db, id)
      return job && asJob(job)
    },
  }
}

const jobNotFound = () => problem(404, 'job_not_found', 'There is no such job.')

const jobFinished = () =>
  problem(409, 'job_finished', 'The job is already finished and cannot be cancelled.')

const jobNotParked = () =>
  problem(409, 'job_not_parked', 'The job is not parked. Only a parked job can be retried.')

const notCancellable = (reason: string) => problem(409, 'job_not_cancellable', reason)
