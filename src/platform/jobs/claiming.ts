import { changeContext, type Service } from '../context.ts'
import { secondMs } from '../kit/clock.ts'
import { newToken } from '../kit/ids.ts'
import type { Transaction } from '../store/database.ts'
import * as store from './jobs.store.ts'

/** Renewed during a step. After this time another process takes over the job of a dead process. */
export const jobLeaseMs = 30 * secondMs

/** A job during which this number of processes ended unexpectedly is parked. */
const maxCrashes = 2

const parkedReason =
  'The service ended unexpectedly twice while it ran this job. ' +
  'The job is parked until it is retried.'

/** A job that this process runs. */
export interface ClaimedJob {
  job: store.JobRow
  claim: string
  /** Another process has taken over, although this one is running. */
  isLost: boolean
}

const park = async (service: Service, tx: Transaction, job: store.JobRow) => {
  const { id: jobId, kind, organization_id: organizationId, subject_id: subjectId } = job
  await store.park(tx.db, jobId, parkedReason)
  const change = changeContext(service, tx, null)
  await service.jobHandlers[kind].giveUp?.(change, subjectId, 'crashed')
  tx.afterCommit(() => service.log.error({ jobId, kind, organizationId, subjectId }, 'job parked'))
}

/**
 * Claims the next due job. Undefined: no job of this choice is due. A claim is stored before the
 * first step and removed when the process stops in order, so a claim without its process shows that
 * the process ended during a step.
 */
export const claimJob = (
  service: Service,
  choice: store.JobChoice,
): Promise<ClaimedJob | undefined> =>
  service.database.transaction(async (tx) => {
    const now = service.clock.now()
    for (;;) {
      const due = await store.lockDue(tx.db, choice, now)
      if (!due) return undefined
      const crashes = due.claim === null ? due.crashes : due.crashes + 1
      if (crashes >= maxCrashes) {
        await park(service, tx, due)
        continue
      }
      const claim = newToken()
      const lease = { claim, now, until: now + jobLeaseMs, crashes }
      return { job: await store.claim(tx.db, due.id, lease), claim, isLost: false }
    }
  })

export type Suspects = ReturnType<typeof createSuspects>

/**
 * A suspect is a job during which a process ended unexpectedly. A process runs one suspect at a time,
 * of all runners: when it ends again, the cause is not any of the other suspects, which were only
 * interrupted by the first crash.
 */
export const createSuspects = () => {
  let isTaken = false
  const listeners: (() => void)[] = []
  return {
    isTaken: () => isTaken,
    /** False when another suspect is running. */
    take(): boolean {
      if (isTaken) return false
      isTaken = true
      return true
    },
    release() {
      isTaken = false
      for (const listener of listeners) listener()
    },
    onRelease: (listener: () => void) => void listeners.push(listener),
  }
}
