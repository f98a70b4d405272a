import type { JobKind, JobStatus } from './tables.ts'

export interface JobTables {
  jobs: {
    id: string
    kind: JobKind
    /** Whose admins see it: not always the one that it is about, which may be gone. */
    organization_id: string
    subject_id: string
    subject_name: string
    /** Who asked for it; null: the command line. */
    user_id: string | null
    status: JobStatus
    /** Where it is, as JSON: each kind has its own. */
    state: string
    rows_done: number
    /** An estimate; null: unknown. */
    rows_total: number | null
    /** When it may be claimed: the next step, or the end of the lease; null: finished. */
    due_at: number | null
    /** The token of the process that works on it: no other may save a step. */
    claim: string | null
    attempts: number
    last_error: string | null
    created_at: number
    started_at: number | null
    finished_at: number | null
  }
  sum_transfers: {
    scope_id: string
    code_id: string
    from_organization_id: string
    /** Null: the code is deleted. */
    to_organization_id: string | null
  }
}
