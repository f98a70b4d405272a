import type { JobKind, JobStatus } from './tables.ts'

export interface JobTables {
  jobs: {
    id: string
    kind: JobKind
    /**
     * The organization whose admins see the job. It may differ from the subject, which may be
     * deleted.
     */
    organization_id: string
    subject_id: string
    subject_name: string
    /** The user who started the job; null: the command line. */
    user_id: string | null
    status: JobStatus
    /** The position of the job as JSON, different for each kind. */
    state: string
    rows_done: number
    /** An estimate; null: unknown. */
    rows_total: number | null
    /**
     * The time from which it may be claimed: the next step, or the end of the lease. A parked job
     * is never due. Null: finished.
     */
    due_at: number | null
    /** The token of the process that runs the job: no other process may save a step. */
    claim: string | null
    /** Failed steps since the last one that succeeded. */
    attempts: number
    /** Processes that ended unexpectedly while they ran the job, since the last complete step. */
    crashes: number
    last_error: string | null
    created_at: number
    started_at: number | null
    finished_at: number | null
  }
}
