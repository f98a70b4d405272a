import { setTimeout as wait } from 'node:timers/promises'
import { changeContext, readContext, type Service } from '../context.ts'
import { secondMs } from '../kit/clock.ts'
import type { Db } from '../store/database.ts'
import { type ClaimedJob, jobLeaseMs } from './claiming.ts'
import { type JobProgress, type JobStep, StepFailure } from './handlers.ts'
import * as store from './jobs.store.ts'

interface TurnsOptions {
  service: Service
  outside: JobStep['outside']
  isStopping: () => boolean
}

const renewMs = 10 * secondMs
const retryMs = secondMs
const longestRetryMs = 60 * secondMs
/** After this time another organization gets its turn. A step is not interrupted. */
const turnMs = secondMs / 2

/** The number of rows in a step. It adapts, so that no request waits long for a step. */
const firstRows = 500
const minRows = 250
const largestRows = 2000
const shortMs = 15
const longMs = 40
/** On a busy machine steps take long, regardless of their size. */
const longestRestMs = 50

const assignmentOf = (job: store.JobRow) => ({
  organizationId: job.organization_id,
  subjectId: job.subject_id,
  state: JSON.parse(job.state),
})

/** Another process has the job now, the job was cancelled, or the service is stopping. */
export class LostClaim extends Error {}

/** Runs the steps of a claimed job, one after the other, for the time of a turn. */
export const createJobTurns = (options: TurnsOptions) => {
  const { service, outside, isStopping } = options
  const { database, clock, log } = service
  const context = readContext(service, null)
  let maxRows = firstRows

  const save = async (
    { job, claim }: ClaimedJob,
    work: Parameters<JobStep['save']>[0],
  ): Promise<JobProgress> =>
    await database.transaction(async (tx) => {
      const current = await store.lockClaimed(tx.db, job.id, claim)
      if (!current) throw new LostClaim()
      const assignment = assignmentOf(current)
      const progress = await work(changeContext(service, tx, null), assignment)
      const rows_done = current.rows_done + progress.rows
      const now = clock.now()
      if (progress.isDone) {
        const last_error = progress.leftOut ?? null
        const ended = { status: 'succeeded', rows_done, finished_at: now, last_error } as const
        await store.finish(tx.db, job.id, ended)
      } else {
        const state = progress.state ? JSON.stringify(progress.state) : current.state
        await store.saveStep(tx.db, job.id, { state, rows_done, due_at: now + jobLeaseMs })
      }
      return progress
    })

  const adapt = async (tookMs: number) => {
    if (tookMs > longMs) maxRows = Math.max(minRows, Math.floor(maxRows / 2))
    else if (tookMs < shortMs) maxRows = Math.min(largestRows, Math.ceil(maxRows * 1.5))
    await wait(Math.min(tookMs, longestRestMs))
  }

  /** True when the job has ended; a number is the time to wait in milliseconds. */
  const step = async (claimed: ClaimedJob): Promise<boolean | number> => {
    const { job, claim } = claimed
    const current = await store.find(database.db, job.id)
    if (current?.claim !== claim) throw new LostClaim()
    let isDone = false
    const waitMs = await renewing(claimed, {
      assignment: assignmentOf(current),
      maxRows,
      outside,
      async save(work) {
        // Threads and connections are closing, so what the step has read may be incomplete.
        if (isStopping()) throw new LostClaim()
        const startedAt = performance.now()
        isDone = (await save(claimed, work)).isDone
        await adapt(performance.now() - startedAt)
      },
    })
    return waitMs ?? isDone
  }

  /** A step that waits for a thread or for another machine renews its lease meanwhile. */
  const renewing = async (claimed: ClaimedJob, step: JobStep) => {
    const { id: jobId, kind } = claimed.job
    const renew = (db: Db) => store.renew(db, jobId, clock.now() + jobLeaseMs)
    const timer = setInterval(
      () =>
        void onClaim(claimed, renew).catch((error) =>
          log.warn({ err: error, jobId, kind }, 'the lease of a job could not be renewed'),
        ),
      renewMs,
    )
    try {
      return await service.jobHandlers[kind].step(context, step)
    } finally {
      clearInterval(timer)
    }
  }

  /**
   * Changes the job if this process has its claim. If another process has taken over, the lease
   * expired: that process counted a crash, although this one was only slow or cut off from the
   * database.
   */
  const onClaim = async (
    claimed: ClaimedJob,
    change: (db: Db, current: store.JobRow) => Promise<void>,
  ) => {
    const { job, claim } = claimed
    const isLost = await database.transaction(async ({ db }) => {
      const current = await store.lockClaimed(db, job.id, claim)
      if (current) await change(db, current)
      else if (!claimed.isLost) await store.uncountCrash(db, job.id)
      return !current
    })
    if (isLost) claimed.isLost = true
  }

  /** Repeats the end of a turn until the database accepts it: a claim without an owner is a crash. */
  const settle = async (claimed: ClaimedJob, change: Parameters<typeof onClaim>[1]) => {
    for (;;) {
      try {
        return await onClaim(claimed, change)
      } catch (error) {
        const { id: jobId, kind } = claimed.job
        log.error({ err: error, jobId, kind }, 'the end of a turn could not be saved')
        if (isStopping()) return
        await wait(retryMs)
      }
    }
  }

  const release = (claimed: ClaimedJob, waitMs: number) =>
    settle(claimed, async (db) => {
      const { job, claim } = claimed
      await store.release(db, job.id, claim, { due_at: clock.now() + waitMs, crashes: 0 })
    })

  /** A deletion must complete, so it is retried without limit. */
  const postpone = (claimed: ClaimedJob, error: unknown) =>
    settle(claimed, async (db, { attempts }) => {
      const { job, claim } = claimed
      const reason = error instanceof StepFailure ? error.message : 'A step failed.'
      const waitMs = Math.min(longestRetryMs, retryMs * 2 ** Math.min(attempts, 10))
      log.error({ err: error, jobId: job.id, kind: job.kind, waitMs }, 'job step failed')
      await store.release(db, job.id, claim, {
        due_at: clock.now() + waitMs,
        attempts: attempts + 1,
        crashes: 0,
        last_error: `${reason} It will be retried.`,
      })
    })

  /** Never rejects. */
  return async (claimed: ClaimedJob): Promise<void> => {
    const { id: jobId, kind } = claimed.job
    const until = performance.now() + turnMs
    try {
      do {
        const outcome = await step(claimed)
        if (outcome === true) return log.info({ jobId, kind }, 'job finished')
        if (typeof outcome === 'number') return await release(claimed, outcome)
      } while (performance.now() < until && !isStopping())
      await release(claimed, 0)
    } catch (error) {
      if (!(error instanceof LostClaim)) await postpone(claimed, error)
      else if (!isStopping()) await settle(claimed, async () => undefined)
    }
  }
}
