import { Worker } from 'node:worker_threads'
import type { ThreadAnswer, ThreadRequest } from './search.thread.ts'

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
