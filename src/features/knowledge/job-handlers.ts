import { runUnaudited } from '../../platform/change.ts'
import type { Service } from '../../platform/context.ts'
import { deletionJob, type JobHandler } from '../../platform/jobs/handlers.ts'
import { claimDue, type Queue } from '../../platform/store/due.ts'
import { abandonSource } from './publishing.ts'
import { readFileStep } from './read-file.ts'
import { readWebsiteStep } from './read-website.ts'
import { addSourceJob, deleteRelatedRows } from './source-jobs.ts'
import { find, lock, updateSourceRow } from './sources.store.ts'

/** Reads a file, a page or a site. */
export const processKnowledge: JobHandler = {
  cannotCancel: 'Delete the source instead.',
  async step(context, step) {
    const source = await find(context.db, step.assignment.subjectId)
    if (source?.kind === 'file') return await readFileStep(context, step, source)
    if (source?.url) return await readWebsiteStep(context, step, source)
    await step.save(async () => ({ rows: 0, isDone: true }))
    return undefined
  },
  async giveUp(change, subjectId, cause) {
    const source = await lock(change.db, subjectId)
    if (source) await abandonSource(change, source, cause)
  },
  resume: ({ db }, subjectId) =>
    updateSourceRow(db, subjectId, { status: 'processing', reason: null }),
}

/** Deletes the data of a deleted source. */
export const deleteKnowledge = deletionJob((change, { subjectId }, maxRows) =>
  deleteRelatedRows(change, subjectId, maxRows),
)

const sourcesAtOnce = 20

const refreshQueue: Queue<'knowledge_sources'> = {
  table: 'knowledge_sources',
  keys: ['id'],
  at: 'refresh_at',
}

/**
 * Reads pages and sites again that are due, at most `sourcesAtOnce`. Any process may do it, each
 * source once. Returns their number.
 */
export const refreshDueSources = async (service: Service): Promise<number> =>
  await runUnaudited(service, async (change) => {
    const due = await claimDue(change, refreshQueue, {
      now: change.now(),
      until: null,
      max: sourcesAtOnce,
    })
    for (const source of due) {
      await updateSourceRow(change.db, source.id, {
        status: 'processing',
        progress_done: 0,
        progress_total: null,
      })
      await addSourceJob(change, 'process_knowledge', source, null)
    }
    return due.length
  })
