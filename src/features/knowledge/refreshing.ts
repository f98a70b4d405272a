import { runUnaudited } from '../../platform/change.ts'
import type { Service } from '../../platform/context.ts'
import { claimDue, type Queue } from '../../platform/store/due.ts'
import { addSourceJob } from './source-jobs.ts'
import { update } from './sources.store.ts'

const sourcesAtOnce = 20

const queue: Queue<'knowledge_sources'> = {
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
    const due = await claimDue(change, queue, {
      now: change.now(),
      until: null,
      max: sourcesAtOnce,
    })
    for (const source of due) {
      await update(change.db, source.id, {
        status: 'processing',
        progress_done: 0,
        progress_total: null,
      })
      await addSourceJob(change, 'process_knowledge', source, null)
    }
    return due.length
  })
