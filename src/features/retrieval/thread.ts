import { parentPort, Worker, workerData } from 'node:worker_threads'
import { createIndexCache, type Indexed, type Query, type Ranking } from './index.ts'

interface Waiting {
  resolve: (answer: ThreadAnswer) => void
  reject: (error: Error) => void
}

/** The thread ended before it answered. The next request starts another, unless it was closed. */
export class ThreadEnded extends Error {
  constructor(cause?: unknown) {
    super('The search thread has ended.', { cause })
  }
}

interface SearchThreadOptions {
  file: URL
  budgetBytes: number
  memoryMb: number
}

/** A thread that starts with the first large set. Every request is answered or rejected. */
export const createSearchThread = ({ file, budgetBytes, memoryMb }: SearchThreadOptions) => {
  let worker: Worker | null = null
  let isClosed = false
  let last = 0
  const waiting = new Map<number, Waiting>()

  const lose = (lost: Worker, cause?: unknown) => {
    if (worker !== lost) return
    worker = null
    for (const { reject } of waiting.values()) reject(new ThreadEnded(cause))
    waiting.clear()
  }

  const start = (): Worker => {
    const started = new Worker(file, {
      workerData: { budgetBytes },
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    started.on('message', ({ number, answer }: { number: number; answer: ThreadAnswer }) => {
      waiting.get(number)?.resolve(answer)
      waiting.delete(number)
    })
    started.on('error', (error) => lose(started, error))
    started.on('exit', () => lose(started))
    // A pending search must not keep the process alive.
    started.unref()
    return started
  }

  return {
    async ask(request: ThreadRequest): Promise<ThreadAnswer> {
      if (isClosed) throw new ThreadEnded()
      worker ??= start()
      last += 1
      const number = last
      // Before the promise is kept: it throws if the request cannot be copied.
      worker.postMessage({ number, request })
      return await new Promise((resolve, reject) => waiting.set(number, { resolve, reject }))
    },
    async close() {
      isClosed = true
      const closing = worker
      if (!closing) return
      lose(closing)
      await closing.terminate()
    },
  }
}

export type SearchThread = ReturnType<typeof createSearchThread>

// Runs in a worker thread of its own, which has the indexes of large sets.

type ThreadRequest =
  | { kind: 'search'; key: string; query: Query }
  | { kind: 'add'; key: string; passages: Indexed[] }
  | { kind: 'end'; key: string }
  /** The process gave up building the index. */
  | { kind: 'drop'; key: string }

type ThreadAnswer = Ranking | null

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
