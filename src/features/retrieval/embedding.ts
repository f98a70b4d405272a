import { runUnaudited } from '../../platform/change.ts'
import { type Change, type Context, readContext, type Service } from '../../platform/context.ts'
import { type JobHandler, type JobStep, StepFailure } from '../../platform/jobs/handlers.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import { findSetting, putSetting } from '../../platform/store/settings.ts'
import { signalKnowledge } from '../knowledge/publishing.ts'
import { addSourceJob } from '../knowledge/source-jobs.ts'
import { lock, type SourceRow, updateSourceRow } from '../knowledge/sources.store.ts'
import { type Embedder, embedderOf, understands, whyNoVectors } from '../models/embeddings.ts'
import * as store from './embedding.store.ts'
import { packVector } from './index.ts'

/** Shorter than the lease of a job. */
const callMs = 20 * secondMs
/** No model refuses it because of what it says. */
const plainText = 'ok'

/** Computes the vectors of new passages in the background. Until then the search compares words. */
export const embedPassages = async (change: Change<unknown>, source: SourceRow) => {
  if (embedderOf(change)) await addSourceJob(change, 'embed_knowledge', source, null)
}

/** Null for a text that the model refuses, which must not cost the others their vectors. */
const vectorsOf = async (
  embedder: Embedder,
  organizationId: string,
  texts: string[],
): Promise<(number[] | null)[]> => {
  if (texts.length === 0) return []
  const embed = (some: string[]) =>
    embedder.embed(some, organizationId, AbortSignal.timeout(callMs))
  try {
    return await embed(texts)
  } catch (error) {
    if (!embedder.refuses(error)) throw error
    // A wrong name of the model is refused with any text.
    await embed([plainText])
    if (texts.length === 1) return [null]
    const half = Math.ceil(texts.length / 2)
    const before = await vectorsOf(embedder, organizationId, texts.slice(0, half))
    return [...before, ...(await vectorsOf(embedder, organizationId, texts.slice(half)))]
  }
}

const textOf = ({ headings, text }: { headings: string; text: string }): string =>
  [...JSON.parse(headings), text].join('\n')

/** What an owner reads about passages that only their words can find. */
const leftOutOf = (count: number, { id, languages }: Embedder): string | null => {
  if (count === 0) return null
  return languages
    ? `${count} passages are found by their words alone: ${id} understands ${languages.join(', ')}.`
    : `${count} passages are found by their words alone: ${id} refuses them.`
}

const embedStep = async (context: Context<unknown>, { assignment, outside, save }: JobStep) => {
  const { organizationId, subjectId: sourceId } = assignment
  const embedder = embedderOf(context)
  const done = { rows: 0, isDone: true }
  if (!embedder) {
    await save(async () => done)
    return undefined
  }
  const rows = await store.withoutVector(context.db, sourceId, embedder.id, embedder.textsAtOnce)
  const used = rows.filter((row) => understands(embedder, textOf(row)))
  const vectors = await outside(async () => {
    try {
      return await vectorsOf(embedder, organizationId, used.map(textOf))
    } catch (error) {
      throw new StepFailure(whyNoVectors(error, embedder), { cause: error })
    }
  })
  const byId = new Map(used.map(({ id }, at) => [id, vectors[at]]))
  await save(async (change) => {
    const source = await lock(change.db, sourceId)
    if (!source) return done
    // An empty vector says that the passage has none, so that it is not tried again.
    const found = rows.map(({ id }) => ({
      passage_id: id,
      source_id: sourceId,
      model: embedder.id,
      vector: packVector(byId.get(id) ?? []),
    }))
    await store.putVectors(change, found)
    if (rows.length === embedder.textsAtOnce) return { rows: rows.length, isDone: false }
    await updateSourceRow(change.db, sourceId, {
      version: source.version + 1,
      updated_at: change.now(),
    })
    signalKnowledge(change, source.organization_id)
    const empty = await store.countEmpty(change.db, sourceId, embedder.id)
    return { rows: rows.length, isDone: true, leftOut: leftOutOf(empty, embedder) }
  })
  return undefined
}

/** Computes the vectors of a source. */
export const embedKnowledge: JobHandler = { cannotCancel: null, step: embedStep }

const modelSetting = 'knowledge_embedding_model'

/** After the embedding model has changed, every source gets new vectors. */
export const followEmbeddingModel = async (service: Service) => {
  const { db } = readContext(service, null)
  const embedder = embedderOf({ service })
  if (!embedder || (await findSetting(db, modelSetting)) === embedder.id) return
  for await (const sources of store.sourcePages(db)) {
    await runUnaudited(service, async (change) => {
      for (const source of sources) await addSourceJob(change, 'embed_knowledge', source, null)
    })
  }
  await runUnaudited(service, (change) => putSetting(change.db, modelSetting, embedder.id))
}
