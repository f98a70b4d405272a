import { createBounded } from '../../kit/bounded.ts'
import type { Base } from '../../storage/database.ts'
import { type Found, mostPassages, type Passage } from '../passage.ts'
import { createIndex, type Index } from './index.ts'
import { passagesById } from './retrieval.store.ts'
import { createSets, type SourceSet } from './sets.ts'

interface RetrievalOptions extends Base {
  /** Up to this number of tokens, everything goes into the prompt. */
  promptTokens: number
}

export interface Asked {
  question: string
}

export type Retrieval = ReturnType<typeof createRetrieval>

/** Finds the passages from which a code answers a question. */
export const createRetrieval = ({ database, clock, promptTokens }: RetrievalOptions) => {
  const sets = createSets({ database, clock })
  const wholes = createBounded<Passage[]>('knowledge_wholes', { bytes: 16 * 2 ** 20 })
  let latest: { key: string; index: Promise<Index> } | null = null

  const wholeOf = async (set: SourceSet): Promise<Passage[]> => {
    const known = wholes.get(set.key)
    if (known) return known
    const passages = await Array.fromAsync(sets.passages(set))
    wholes.set(set.key, passages)
    return passages
  }

  const indexOf = (set: SourceSet): Promise<Index> => {
    if (latest?.key === set.key) return latest.index
    const index = (async () => {
      const made = createIndex()
      for await (const passage of sets.passages(set)) made.add(passage)
      return made
    })()
    latest = { key: set.key, index }
    return index
  }

  const search = async (set: SourceSet, question: string, most: number) => {
    const { ranked, best } = (await indexOf(set)).search(question, most)
    const ids = ranked.map(({ id }) => id)
    const passages = await passagesById(database.db, database.engine, ids, set.sources)
    const scores = new Map(ranked.map(({ id, score }) => [id, score]))
    return { passages, best, scores }
  }

  return {
    close: sets.close,

    async find(code: { id: string; organizationId: string }, { question }: Asked): Promise<Found> {
      const set = await sets.of(code.organizationId, code.id)
      if (set.passages === 0) return { passages: [], isWhole: true, best: 0 }
      if (set.tokens > promptTokens) {
        const { passages, best } = await search(set, question, mostPassages)
        return { passages, isWhole: false, best }
      }
      const { best } = (await indexOf(set)).search(question, 1)
      return { passages: await wholeOf(set), isWhole: true, best }
    },

    /** The best passages, even if everything would go into the prompt. */
    async search(organizationId: string, codeId: string | null, question: string, most: number) {
      const set = await sets.of(organizationId, codeId)
      const isWhole = set.tokens <= promptTokens
      if (set.passages === 0) return { passages: [], best: 0, isWhole, scores: new Map() }
      return { ...(await search(set, question, most)), isWhole }
    },
  }
}
