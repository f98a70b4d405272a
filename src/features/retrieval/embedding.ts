import { runUnaudited } from '../../platform/change.ts'
import { type Change, type Context, readContext, type Service } from '../../platform/context.ts'
import type { JobHandler, JobStep } from '../../platform/jobs/handlers.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import { signalKnowledge } from '../knowledge/publishing.ts'
import { addSourceJob } from '../knowledge/source-jobs.ts'
import { lock, type SourceRow, updateSourceRow } from '../knowledge/sources.store.ts'
import { embedderOf } from '../models/embeddings.ts'
import * as store from './embedding.store.ts'
import { packVector } from './index.ts'

const textsAtOnce = 64
/** Shorter than the lease of a job. */
const callMs = 20 * secondMs
const sourcesAtOnce = 100

/** Computes the vectors of new passages in the background. Until then the search compares words. */
export const embedPassages = async (change: Change<unknown>, source: SourceRow) => {
  if (embedderOf(change)) await addSourceJob(change, 'embed_knowledge', source, null)
}

const embedStep = async (context: Context<unknown>, { assignment, outside, save }: JobStep) => {
  const { subjectId: sourceId } = assignment
  const embedder = embedderOf(context)
  const done = { rows: 0, isDone: true }
  if (!embedder) {
    await save(async () => done)
    return undefined
  }
  const rows = await store.withoutVector(context.db, sourceId, embedder.id, textsAtOnce)
  const texts = rows.map(({ headings, text }) => [...JSON.parse(headings), text].join('\n'))
  const vectors =
    rows.length === 0 ? [] : await outside(() => embedder.embed(texts, AbortSignal.timeout(callMs)))
  await save(async (change) => {
    const source = await lock(change.db, sourceId)
    if (!source) return done
    const found = rows.map(({ id }, at) => ({
      passage_id: id,
      source_id: sourceId,
      model: embedder.id,
      vector: packVector(vectors[at] ?? []),
    }))
    await store.putVectors(change, found)
    if (rows.length === textsAtOnce) return { rows: rows.length, isDone: false }
    await updateSourceRow(change.db, sourceId, {
      version: source.version + 1,
      updated_at: change.now(),
    })
    signalKnowledge(change, source.organization_id)
    return { rows: rows.length, isDone: true }
  })
  return undefined
}

/** Computes the vectors of a source. */
export const embedKnowledge: JobHandler = { cannotCancel: null, step: embedStep }

/** After the embedding model has changed, every source gets new vectors. */
export const followEmbeddingModel = async (service: Service) => {
  const { db } = readContext(service, null)
  const embedder = embedderOf({ service })
  if (!embedder || (await store.formerModel(db)) === embedder.id) return
  let after = ''
  for (;;) {
    const sources = await store.sourcesAfter(db, after, sourcesAtOnce)
    await runUnaudited(service, async (change) => {
      for (const source of sources) await addSourceJob(change, 'embed_knowledge', source, null)
    })
    const last = sources.at(-1)
    if (!last || sources.length < sourcesAtOnce) break
    after = last.id
  }
  await runUnaudited(service, (change) => store.setModel(change.db, embedder.id))
}
