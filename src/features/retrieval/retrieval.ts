import type { Context } from '../../platform/context.ts'
import { createBounded } from '../../platform/kit/bounded.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import type { LoggedBase } from '../../platform/store/database.ts'
import { retrieveCode } from '../codes/codes.ts'
import type { Embedder } from '../models/embeddings.ts'
import { type Found, maxPassages, type Passage } from '../models/passage.ts'
import { requireOrganization } from '../organizations/access.ts'
import { createIndexes } from './indexes.ts'
import { passagesById, passagesOf } from './retrieval.store.ts'
import { type Complete, rewritten } from './rewriting.ts'
import type { SearchQuery, SearchResult } from './search.schema.ts'
import { asPassage, createSets, inOrder, type SourceSet } from './sets.ts'
import { createSearchThread } from './thread.ts'
import { packVector } from './vectors.ts'

declare module '../../platform/context.ts' {
  interface Service {
    retrieval: Retrieval
  }
}

interface RetrievalOptions extends LoggedBase {
  /** Up to this number of tokens, everything goes into the prompt. */
  promptTokens: number
  /** Null: the search compares words. */
  embedder: Embedder | null
  searchThreadFile: URL
}

export interface Asked {
  question: string
  said: { role: 'visitor' | 'assistant'; text: string }[]
  language: string
  /** Asks the model of the code; without it the question is searched as it is. */
  complete?: Complete
}

const threadBytes = 256 * 2 ** 20
const threadMemoryMb = 768
/** A visitor waits for the vector of the question. */
const vectorMs = 3 * secondMs

type Retrieval = ReturnType<typeof createRetrieval>

/** The indexes of the sources, which find the passages for a question. */
export const createRetrieval = (options: RetrievalOptions) => {
  const { database, log, promptTokens, embedder } = options
  const sets = createSets(options)
  const wholes = createBounded<Passage[]>('knowledge_wholes', { bytes: 16 * 2 ** 20 })
  const thread = createSearchThread({
    file: options.searchThreadFile,
    budgetBytes: threadBytes,
    memoryMb: threadMemoryMb,
  })
  const model = embedder?.id ?? null
  const indexes = createIndexes({ thread, passagesOf: (set) => sets.passages(set, model) })

  const wholeOf = async (set: SourceSet): Promise<Passage[]> => {
    const known = wholes.get(set.key)
    if (known) return known
    const passages: Passage[] = []
    for await (const { vector: _, ...passage } of sets.passages(set, null)) passages.push(passage)
    wholes.set(set.key, passages)
    return passages
  }

  /** Without a vector the words alone decide. */
  const vectorOf = async (question: string): Promise<Uint8Array | null> => {
    if (!embedder) return null
    try {
      const [numbers] = await embedder.embed([question], AbortSignal.timeout(vectorMs))
      return numbers ? packVector(numbers) : null
    } catch (error) {
      log.warn({ model, error: (error as Error).name }, 'the vector of a question is missing')
      return null
    }
  }

  const search = async (set: SourceSet, question: string, limit: number) => {
    const vector = await vectorOf(question)
    const { ranked, best } = await indexes.search(set, { question, vector, limit })
    const ids = ranked.map(({ id }) => id)
    const rows = await passagesById(database.db, database.engine, ids)
    const scores = new Map(ranked.map(({ id, score }) => [id, score]))
    return { passages: inOrder(ids, rows, set.sources), best, scores }
  }

  /** The passages with all parts of the owner's answer that fits best. */
  const withWholeAnswer = async (set: SourceSet, passages: Passage[]): Promise<Passage[]> => {
    const [best] = passages
    const source = best?.isAnswer && set.sources.find(({ id }) => id === best.sourceId)
    if (!source || source.passages < 2) return passages
    const rows = await passagesOf(database.db, source, null, source.passages)
    const answer = rows.map((row) => asPassage(row, source))
    const others = passages.filter(({ sourceId }) => sourceId !== source.id)
    return [...answer, ...others].slice(0, Math.max(maxPassages, answer.length))
  }

  return {
    async close() {
      sets.close()
      await thread.close()
    },

    async find(code: { id: string; organizationId: string }, asked: Asked): Promise<Found> {
      const set = await sets.of(code.organizationId, code.id)
      if (set.passages === 0) return { passages: [], isWhole: true, best: 0 }
      const { question } = asked
      if (set.tokens <= promptTokens) {
        const { best } = await indexes.search(set, { question, vector: null, limit: 1 })
        return { passages: await wholeOf(set), isWhole: true, best }
      }
      const titles = set.sources.map(({ title }) => title)
      const { passages, best } = await search(set, await rewritten(asked, titles), maxPassages)
      return { passages: await withWholeAnswer(set, passages), isWhole: false, best }
    },

    /** The best passages, even if everything would go into the prompt. */
    async search(organizationId: string, codeId: string | null, question: string, limit: number) {
      const set = await sets.of(organizationId, codeId)
      const isWhole = set.tokens <= promptTokens
      if (set.passages === 0) {
        return { passages: [], best: 0, isWhole, scores: new Map<string, number>() }
      }
      return { ...(await search(set, question, limit)), isWhole }
    },
  }
}

/** The passages from which a code answers a question. */
export const findPassages = (
  { service }: Pick<Context<unknown>, 'service'>,
  code: { id: string; organizationId: string },
  asked: Asked,
): Promise<Found> => service.retrieval.find(code, asked)

/** The passages that an answer to this question would be based on, for the owner. */
export const searchKnowledge = async (
  context: Context,
  query: SearchQuery,
): Promise<SearchResult> => {
  const { qpr_code_id, organization_id, q, limit } = query
  const code = qpr_code_id === undefined ? null : await retrieveCode(context, qpr_code_id)
  const named = code?.organization_id ?? organization_id
  const { id } = await requireOrganization(context, named, 'knowledge:read')
  const found = await context.service.retrieval.search(id, code?.id ?? null, q, limit)
  return {
    passages: found.passages.map(({ sourceId, isAnswer: _, ...passage }) => ({
      ...passage,
      source_id: sourceId,
      score: found.scores.get(passage.id) ?? 0,
    })),
    is_whole: found.isWhole,
    best: found.best,
  }
}
