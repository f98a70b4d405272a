// Runs in a worker thread of its own, which has the indexes of large sets.
import { parentPort, workerData } from 'node:worker_threads'
import type { Indexed, Query, Ranking } from './index.ts'
import { createIndexCache } from './index-cache.ts'

export type ThreadRequest =
  | { kind: 'search'; key: string; query: Query }
  | { kind: 'add'; key: string; passages: Indexed[] }
  | { kind: 'end'; key: string }
  /** The process gave up building the index. */
  | { kind: 'drop'; key: string }

export type ThreadAnswer = Ranking | null

/** Answers the messages of the process, each with its number. */
export const serveSearches = () => {
  const cache = createIndexCache((workerData as { budgetBytes: number }).budgetBytes)
  const building = new Map<string, ReturnType<typeof cache.begin>>()

  const answer = (request: ThreadRequest): ThreadAnswer => {
    const { kind, key } = request
    if (kind === 'search') return cache.search(key, request.query)
    if (kind === 'add') {
      const index = building.get(key) ?? cache.begin(key)
      building.set(key, index)
      for (const passage of request.passages) index.add(passage)
      return null
    }
    if (kind === 'end') building.get(key)?.end()
    building.delete(key)
    return null
  }

  parentPort?.on('message', ({ number, request }: { number: number; request: ThreadRequest }) => {
    parentPort?.postMessage({ number, answer: answer(request) })
  })
}
