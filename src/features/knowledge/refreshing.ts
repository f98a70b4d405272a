import { minuteMs } from '../../platform/kit/clock.ts'
import { startWorker, type Worker } from '../../platform/kit/worker.ts'
import type { LoggedBase, Transaction } from '../../platform/store/database.ts'
import { type SourceRow, update } from './sources.store.ts'

interface RefreshingOptions extends LoggedBase {
  process: (tx: Transaction, source: SourceRow, userId: null) => Promise<void>
}

const sourcesAtOnce = 20

/** Reads pages and sites again when they are due. Any process may do it, each source once. */
export const createRefreshing = ({ database, clock, log, process }: RefreshingOptions) => {
  let worker: Worker | undefined

  const refreshDue = async (): Promise<number> =>
    await database.transaction(async (tx) => {
      const due = await tx.db
        .selectFrom('knowledge_sources')
        .selectAll()
        .where('refresh_at', '<=', clock.now())
        .orderBy('refresh_at')
        .limit(sourcesAtOnce)
        .forUpdate()
        .skipLocked()
        .execute()
      for (const source of due) {
        await update(tx.db, source.id, {
          status: 'processing',
          refresh_at: null,
          progress_done: 0,
          progress_total: null,
        })
        await process(tx, source, null)
      }
      return due.length
    })

  return {
    refreshDue,
    start() {
      const round = async () => ((await refreshDue()) === sourcesAtOnce ? 0 : minuteMs)
      worker = startWorker({ name: 'knowledge', log, round, retryMs: minuteMs })
    },
    stop: async () => await worker?.stop(),
  }
}
