import { createIndex, type Index, type Indexed, type Query, type Ranking } from './index.ts'

/** Indexes by the key of their set, within a budget of bytes. The newest one always stays. */
export const createIndexCache = (budgetBytes: number) => {
  const indexes = new Map<string, Index>()
  const bytes = (): number => [...indexes.values()].reduce((sum, one) => sum + one.bytes, 0)

  const put = (key: string, index: Index) => {
    // The last one is the one used last.
    indexes.delete(key)
    indexes.set(key, index)
    for (const oldest of indexes.keys()) {
      if (oldest === key || bytes() <= budgetBytes) return
      indexes.delete(oldest)
    }
  }

  return {
    bytes,
    count: () => indexes.size,

    /** Null when there is no index of this set. */
    search(key: string, query: Query): Ranking | null {
      const index = indexes.get(key)
      if (!index) return null
      put(key, index)
      return index.search(query)
    },

    /** A new index. It is in the cache when it is complete. */
    begin(key: string) {
      const index = createIndex()
      return {
        add: (passage: Indexed) => index.add(passage),
        end: () => put(key, index),
      }
    },
  }
}
