import type { Chore, Step } from '../../platform/jobs/chore.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import type { Base, Transaction } from '../../platform/store/database.ts'
import { hold, type SourceRow, update } from '../knowledge/sources.store.ts'
import * as store from './embedding.store.ts'
import { packVector } from './vectors.ts'

export type Embed = (texts: string[], signal: AbortSignal) => Promise<number[][]>

interface EmbeddingOptions extends Base {
  embedder: { id: string; embed: Embed } | null
  /** Adds a job, in the transaction of its cause. */
  addJob: (tx: Transaction, source: SourceRow) => Promise<void>
}

const textsAtOnce = 64
/** Shorter than the lease of a job. */
const callMs = 20 * secondMs
const sourcesAtOnce = 100

/** Computes the vectors of passages in the background. Until then the search compares words. */
export const createEmbedding = ({ database, clock, embedder, addJob }: EmbeddingOptions) => {
  const step = async ({ assignment, outside, save }: Step) => {
    const { subjectId: sourceId } = assignment
    const done = { rows: 0, isDone: true }
    if (!embedder) {
      await save(async () => done)
      return undefined
    }
    const rows = await store.withoutVector(database.db, sourceId, embedder.id, textsAtOnce)
    const texts = rows.map(({ headings, text }) => [...JSON.parse(headings), text].join('\n'))
    const vectors =
      rows.length === 0
        ? []
        : await outside(() => embedder.embed(texts, AbortSignal.timeout(callMs)))
    await save(async (tx) => {
      const source = await hold(tx.db, sourceId)
      if (!source) return done
      const found = rows.map(({ id }, at) => ({
        passage_id: id,
        source_id: sourceId,
        model: embedder.id,
        vector: packVector(vectors[at] ?? []),
      }))
      await store.putVectors(tx, found)
      if (rows.length === textsAtOnce) return { rows: rows.length, isDone: false }
      await update(tx.db, sourceId, { version: source.version + 1, updated_at: clock.now() })
      const { organization_id: organizationId } = source
      tx.afterCommit(() => database.signals.send({ kind: 'knowledge-changed', organizationId }))
      return { rows: rows.length, isDone: true }
    })
    return undefined
  }

  return {
    chore: { cannotCancel: null, step } satisfies Chore,

    /** Called when a source has new passages. */
    async embed(tx: Transaction, source: SourceRow) {
      if (embedder) await addJob(tx, source)
    },

    /** After the model has changed, every source gets new vectors. */
    async followModel() {
      if (!embedder || (await store.formerModel(database.db)) === embedder.id) return
      let after = ''
      for (;;) {
        const sources = await store.sourcesAfter(database.db, after, sourcesAtOnce)
        await database.transaction(async (tx) => {
          for (const source of sources) await addJob(tx, source)
        })
        const last = sources.at(-1)
        if (!last || sources.length < sourcesAtOnce) break
        after = last.id
      }
      await database.transaction(({ db }) => store.setModel(db, embedder.id))
    },
  }
}
