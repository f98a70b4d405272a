import type { Progress } from '../../platform/jobs/chore.ts'
import type { Base, Transaction } from '../../platform/store/database.ts'
import { deleteDocument, deletePassages, totals, unusedDocuments } from './documents.store.ts'
import { nextRefresh } from './schedule.ts'
import { type SourceRow, update } from './sources.store.ts'

export type Publishing = ReturnType<typeof createPublishing>

const givenUp = {
  crashed:
    'The service ended unexpectedly twice while it read this source, so reading is parked. Read it ' +
    'again, or replace the source.',
  cancelled: 'Reading was cancelled by the operator.',
}

/** Ends the reading of a source: from here on codes answer from its new passages. */
export const createPublishing = ({
  database,
  clock,
  embed,
}: Base & { embed: (tx: Transaction, source: SourceRow) => Promise<void> }) => {
  const end = async (tx: Transaction, source: SourceRow, changes: Partial<SourceRow>) => {
    const now = clock.now()
    const ended = { ...source, status: changes.status ?? 'ready', refreshed_at: now }
    await update(tx.db, source.id, {
      refresh_at: nextRefresh(source.refresh, ended, now),
      ...changes,
      updated_at: now,
    })
    const { organization_id: organizationId } = source
    tx.afterCommit(() => database.signals.send({ kind: 'knowledge-changed', organizationId }))
  }

  return {
    /** `note` tells the owner what is missing, such as the pages above a limit. */
    async publish(tx: Transaction, source: SourceRow, note: string | null) {
      const sums = await totals(tx.db, source.id)
      await end(tx, source, {
        ...sums,
        status: 'ready',
        reason: note,
        version: source.version + 1,
        refreshed_at: clock.now(),
      })
      await embed(tx, source)
    },

    /** The passages of a former reading stay in use. */
    fail: (tx: Transaction, source: SourceRow, reason: string) =>
      end(tx, source, { status: 'failed', reason }),

    /** The source is not refreshed by itself: reading it may end the service again. */
    giveUp: (tx: Transaction, source: SourceRow, cause: keyof typeof givenUp) =>
      end(tx, source, { status: 'failed', reason: givenUp[cause], refresh_at: null }),

    /** Deletes the passages of former readings and of failed ones, in small steps. */
    async tidy(tx: Transaction, sourceId: string, most: number): Promise<Progress> {
      const [unused] = await unusedDocuments(tx.db, sourceId, 1)
      if (!unused) return { rows: 0, isDone: true }
      const rows = await deletePassages(tx.db, sourceId, unused.id, most)
      if (rows < most) await deleteDocument(tx.db, unused.id)
      return { rows, isDone: false }
    },
  }
}
