import { changeContext, type Service } from '../context.ts'
import { secondMs } from '../kit/clock.ts'
import { newToken } from '../kit/ids.ts'
import type { Transaction } from '../store/database.ts'
import type { JobKind } from '../store/tables.ts'
import * as store from './jobs.store.ts'

interface ClaimingOptions {
  service: Service
  kinds: readonly JobKind[]
}

/** Renewed during a step. After this time another process takes over the job of a dead process. */
export const leaseMs = 30 * secondMs

/** A job during which this number of processes ended unexpectedly is parked. */
const maxCrashes = 2

const parkedReason =
  'The service ended unexpectedly twice while it ran this job. ' +
  'The job is parked until it is retried.'

/** A job that this process runs. */
export interface Claimed {
  job: store.JobRow
  claim: string
  /** Another process has taken over, although this one is running. */
  isLost: boolean
}

/**
 * Claims jobs for a runner. A claim is stored before the first step and removed when the process
 * stops in order, so a claim without its process shows that the process ended during a step.
 */
export const createClaiming = ({ service, kinds }: ClaimingOptions) => {
  const { database, clock, log, jobHandlers } = service

  const park = async (tx: Transaction, job: store.JobRow) => {
    const { id: jobId, kind, organization_id: organizationId, subject_id: subjectId } = job
    await store.park(tx.db, jobId, parkedReason)
    const change = changeContext(service, tx, null)
    await jobHandlers[kind].giveUp?.(change, subjectId, 'crashed')
    tx.afterCommit(() => log.error({ jobId, kind, organizationId, subjectId }, 'job parked'))
  }

  /** The crashes of a job, including that of the process whose claim is left. */
  const crashesOf = ({ crashes, claim }: store.JobRow): number =>
    claim === null ? crashes : crashes + 1

  return {
    /** At the start on SQLite: no other process can be running a job. */
    recover: () =>
      database.transaction(async (tx) => {
        for (const job of await store.lockAbandoned(tx.db, kinds)) {
          const crashes = crashesOf(job)
          if (crashes >= maxCrashes) await park(tx, job)
          else await store.release(tx.db, job.id, job.claim ?? '', { due_at: clock.now(), crashes })
        }
      }),

    /** Claims the next due job. Undefined: no job of this choice is due. */
    next: (choice: Omit<store.Choice, 'now' | 'kinds'>): Promise<Claimed | undefined> =>
      database.transaction(async (tx) => {
        const now = clock.now()
        for (;;) {
          const due = await store.lockDue(tx.db, { ...choice, now, kinds })
          if (!due) return undefined
          const crashes = crashesOf(due)
          if (crashes >= maxCrashes) {
            await park(tx, due)
            continue
          }
          const claim = newToken()
          const lease = { claim, now, until: now + leaseMs, crashes }
          return { job: await store.claim(tx.db, due.id, lease), claim, isLost: false }
        }
      }),
  }
}
