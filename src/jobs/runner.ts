import { secondMs } from '../kit/clock.ts'
import { newToken } from '../kit/ids.ts'
import { startWorker, type Worker } from '../kit/worker.ts'
import type { LoggedBase } from '../storage/database.ts'
import type { JobKind } from '../storage/tables.ts'
import type { Chore, Progress, Step } from './chore.ts'
import * as store from './jobs.store.ts'

interface RunnerOptions extends LoggedBase {
  chores: Record<JobKind, Chore>
  /** The kinds that this runner takes: long ones must not delay the others. */
  kinds: readonly JobKind[]
}

/** Renewed with each step. After this time another process takes over the job of a dead process. */
const leaseMs = 30 * secondMs
const renewMs = 10 * secondMs
/** Covers jobs of dead processes and lost signals. */
const sweepMs = 10 * secondMs
const retryMs = secondMs
const longestRetryMs = 60 * secondMs
/** After this number of steps another job gets its turn. */
const stepsInARow = 50

/** The number of rows in a step. It adapts, so that no request waits long for a step. */
const firstMost = 500
const fewest = 250
const largest = 2000
const shortMs = 15
const longMs = 40
/** On a busy machine steps take long, regardless of their size. */
const longestRestMs = 50

/** Another process has the job now, or the job was cancelled. */
class LostClaim extends Error {}

export type Runner = ReturnType<typeof createRunner>

/**
 * Runs jobs in small steps, one job at a time. Between two steps it pauses as long
 * as the last step took, so that requests come first.
 */
export const createRunner = ({ database, clock, log, chores, kinds }: RunnerOptions) => {
  let worker: Worker | undefined
  let unlisten: (() => void) | undefined
  let most = firstMost
  let isFresh = true
  let isStopping = false

  const save = async (
    job: store.JobRow,
    claim: string,
    work: Parameters<Parameters<Chore['step']>[0]['save']>[0],
  ): Promise<Progress> =>
    await database.transaction(async (tx) => {
      const current = await store.holdClaimed(tx.db, job.id, claim)
      if (!current) throw new LostClaim()
      const assignment = { subjectId: current.subject_id, state: JSON.parse(current.state) }
      const progress = await work(tx, assignment)
      const rows_done = current.rows_done + progress.rows
      const now = clock.now()
      if (progress.isDone) {
        await store.finish(tx.db, job.id, { status: 'succeeded', rows_done, now })
      } else {
        const state = progress.state ? JSON.stringify(progress.state) : current.state
        await store.saveStep(tx.db, job.id, { state, rows_done, due_at: now + leaseMs })
      }
      return progress
    })

  /** True when the job has ended; a number is the time to wait in milliseconds. */
  const step = async (job: store.JobRow, claim: string): Promise<boolean | number> => {
    const current = await store.find(database.db, job.id)
    if (current?.claim !== claim) throw new LostClaim()
    let isDone = false
    const waitMs = await renewing(job, claim, {
      assignment: { subjectId: job.subject_id, state: JSON.parse(current.state) },
      most,
      async save(work) {
        const startedAt = performance.now()
        isDone = (await save(job, claim, work)).isDone
        await adapt(performance.now() - startedAt)
      },
    })
    return waitMs ?? isDone
  }

  /** A step that waits for a thread or for another machine keeps its claim meanwhile. */
  const renewing = async (job: store.JobRow, claim: string, step: Step) => {
    const renew = () =>
      database
        .transaction(({ db }) => store.renew(db, job.id, claim, clock.now() + leaseMs))
        .catch(() => undefined)
    const timer = setInterval(renew, renewMs)
    try {
      return await chores[job.kind].step(step)
    } finally {
      clearInterval(timer)
    }
  }

  const adapt = async (tookMs: number) => {
    if (tookMs > longMs) most = Math.max(fewest, Math.floor(most / 2))
    else if (tookMs < shortMs) most = Math.min(largest, Math.ceil(most * 1.5))
    await new Promise((rested) => setTimeout(rested, Math.min(tookMs, longestRestMs)))
  }

  const work = async (job: store.JobRow, claim: string) => {
    try {
      for (let steps = 0; steps < stepsInARow && !isStopping; steps++) {
        const outcome = await step(job, claim)
        if (outcome === true) return log.info({ jobId: job.id, kind: job.kind }, 'job finished')
        if (typeof outcome === 'number') return await release(job, claim, outcome)
      }
      await release(job, claim, 0)
    } catch (error) {
      if (error instanceof LostClaim) return
      await postpone(job, claim, error)
    }
  }

  const release = (job: store.JobRow, claim: string, waitMs: number) =>
    database.transaction(({ db }) => store.release(db, job.id, claim, clock.now() + waitMs))

  /** A deletion must complete, so it is retried without limit. */
  const postpone = async (job: store.JobRow, claim: string, error: unknown) => {
    const waitMs = Math.min(longestRetryMs, retryMs * 2 ** Math.min(job.attempts, 10))
    log.error({ err: error, jobId: job.id, kind: job.kind, waitMs }, 'job step failed')
    const failure = {
      due_at: clock.now() + waitMs,
      last_error: 'A step failed and will be retried.',
    }
    await database.transaction(({ db }) => store.postpone(db, job.id, claim, failure))
  }

  const round = async (): Promise<number> => {
    if (isFresh && database.isExclusive) {
      await database.transaction(({ db }) => store.releaseAll(db, clock.now(), kinds))
    }
    isFresh = false
    // Checked without a transaction first, because usually no job is due.
    const dueAt = await store.nextDueAt(database.db, kinds)
    const now = clock.now()
    if (dueAt === null) return sweepMs
    if (dueAt > now) return Math.min(sweepMs, dueAt - now)
    const claim = newToken()
    const lease = { claim, now, until: now + leaseMs }
    const job = await database.transaction(({ db }) => store.claimDue(db, lease, kinds))
    if (job) await work(job, claim)
    return 0
  }

  return {
    wake: () => worker?.wake(),
    /** Runs jobs until none is due, for the command line. */
    async finish(isOver: () => Promise<boolean>) {
      while (!(await isOver())) {
        const waitMs = await round()
        await new Promise((rested) => setTimeout(rested, Math.min(waitMs, secondMs)))
      }
    },
    start() {
      isStopping = false
      unlisten = database.signals.listen(({ kind }) => {
        if (kind === 'jobs-due' || kind === 'reconnected') worker?.wake()
      })
      worker = startWorker({ name: 'jobs', log, round, retryMs })
    },
    /** Finishes the current step. The rest continues at the next start. */
    async stop() {
      isStopping = true
      unlisten?.()
      await worker?.stop()
    },
  }
}
