import type { Change } from '../../platform/context.ts'
import type { JobKind } from '../../platform/store/tables.ts'
import { addJob, endParkedJob } from '../jobs/jobs.ts'
import { deleteRelatedRows } from './deletion.ts'
import type { SourceRow } from './sources.store.ts'

/** The number of rows that a request deletes itself; a job deletes the rest. */
const deletedAtOnce = 1000

type SourceJob = Extract<JobKind, `${string}_knowledge`>

/** Adds a job in the transaction of its cause. `userId` is null when no user caused it. */
export const addSourceJob = async (
  change: Change<unknown>,
  kind: SourceJob,
  source: SourceRow,
  userId: string | null,
) => {
  await addJob(change, {
    kind,
    organizationId: source.organization_id,
    subjectId: source.id,
    subjectName: source.title,
    userId,
    total: null,
  })
}

/** Deletes everything that belongs to a deleted source: a small source now, a large one in steps. */
export const deleteSourceData = async (change: Change, source: SourceRow) => {
  await endParkedJob(change, 'process_knowledge', source.id)
  await endParkedJob(change, 'embed_knowledge', source.id)
  const { isDone } = await deleteRelatedRows(change, source.id, deletedAtOnce)
  if (!isDone) await addSourceJob(change, 'delete_knowledge', source, change.actor.userId)
}
