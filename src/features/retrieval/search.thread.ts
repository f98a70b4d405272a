// Runs in a worker thread of its own: holds the indexes of large sets.
import { parentPort, workerData } from 'node:worker_threads'
import type { Indexed, Query, Ranking } from './index.ts'
import { createShelf } from './shelf.ts'

export type ThreadRequest =
  | { kind: 'search'; key: string; query: Query }
  | { kind: 'add'; key: string; passages: Indexed[] }
  | { kind: 'end'; key: string }
  /** The process gave up building the index. */
  | { kind: 'drop'; key: string }

export type ThreadAnswer = Ranking | null

/** Answers the messages of the process, each with its number. */
export const serveSearches = () => {
  const shelf = createShelf((workerData as { budgetBytes: number }).budgetBytes)
  const building = new Map<string, ReturnType<typeof shelf.begin>>()

  const answer = (request: ThreadRequest): ThreadAnswer => {
    const { kind, key } = request
    if (kind === 'search') return shelf.search(key, request.query)
    if (kind === 'add') {
      const index = building.get(key) ?? shelf.begin(key)
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
