import { auditOf, newAudit } from '../../platform/audit.ts'
import { changeContext, type Service } from '../../platform/context.ts'
import type { Transaction } from '../../platform/store/database.ts'
import type { JobKind } from '../../platform/store/tables.ts'
import { addJob, endParkedJob, type NewJob } from './jobs.ts'

export type Jobs = ReturnType<typeof legacyJobs>

/** The rules of jobs for callers that have a transaction and no context. */
export const legacyJobs = (service: Service) => {
  const changeOf = (tx: Transaction) =>
    changeContext(service, tx, null, auditOf(tx.db) ?? newAudit())
  return {
    add: (tx: Transaction, job: NewJob) => addJob(changeOf(tx), job),
    endParked: (tx: Transaction, kind: JobKind, subjectId: string) =>
      endParkedJob(changeOf(tx), kind, subjectId),
  }
}
