import { createYield } from '../../platform/kit/yield-to-loop.ts'
import { createIndexCache, type Indexed, type Query, type Ranking } from './index.ts'
import type { SourceSet } from './sets.ts'
import { type SearchThread, ThreadEnded } from './thread.ts'

interface IndexesOptions {
  thread: SearchThread
  /** The passages of a set, with their vectors. */
  passagesOf: (set: SourceSet) => AsyncIterable<Indexed>
}

/**
 * Above this number of passages a search may take too long for the event loop: a word is compared
 * with all words that begin with it.
 */
const maxHere = 250
const budgetBytes = 64 * 2 ** 20
const passagesAtOnce = 100

/** The index is lost with its thread: it is built again, in a new one. */
const unlessEnded = (error: unknown): null => {
  if (error instanceof ThreadEnded) return null
  throw error
}

/** One index for each set of sources: small ones in this process, large ones in a thread. */
export const createIndexes = ({ thread, passagesOf }: IndexesOptions) => {
  const cache = createIndexCache(budgetBytes)
  /** A question that arrives while an index is built waits for the same one. */
  const building = new Map<string, Promise<void>>()

  const buildHere = async (set: SourceSet) => {
    const index = cache.begin(set.key)
    const yieldToLoop = createYield()
    for await (const passage of passagesOf(set)) {
      index.add(passage)
      await yieldToLoop()
    }
    index.end()
  }

  const buildThere = async (set: SourceSet) => {
    const { key } = set
    let passages: Indexed[] = []
    try {
      for await (const passage of passagesOf(set)) {
        passages.push(passage)
        if (passages.length < passagesAtOnce) continue
        await thread.ask({ kind: 'add', key, passages })
        passages = []
      }
      await thread.ask({ kind: 'add', key, passages })
      await thread.ask({ kind: 'end', key })
    } catch (error) {
      await thread.ask({ kind: 'drop', key }).catch(() => null)
      throw error
    }
  }

  const build = async (set: SourceSet) => {
    const known = building.get(set.key)
    if (known) return await known
    const built = set.passages > maxHere ? buildThere(set) : buildHere(set)
    building.set(set.key, built)
    try {
      await built
    } finally {
      building.delete(set.key)
    }
  }

  const searchNow = async (set: SourceSet, query: Query): Promise<Ranking | null> =>
    set.passages > maxHere
      ? await thread.ask({ kind: 'search', key: set.key, query })
      : cache.search(set.key, query)

  return {
    async search(set: SourceSet, query: Query): Promise<Ranking> {
      const found = await searchNow(set, query).catch(unlessEnded)
      if (found) return found
      await build(set)
      return (await searchNow(set, query)) ?? { ranked: [], best: 0 }
    },
  }
}
