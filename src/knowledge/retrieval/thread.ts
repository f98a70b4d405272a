import { Worker } from 'node:worker_threads'
import type { ThreadAnswer, ThreadRequest } from './search.thread.ts'

interface Waiting {
  resolve: (answer: ThreadAnswer) => void
  reject: (error: Error) => void
}

interface SearchThreadOptions {
  file: URL
  budgetBytes: number
  memoryMb: number
}

/** A thread that starts with the first large set. After a failure the next request starts another. */
export const createSearchThread = ({ file, budgetBytes, memoryMb }: SearchThreadOptions) => {
  let worker: Worker | null = null
  let last = 0
  const waiting = new Map<number, Waiting>()

  const lose = (lost: Worker, error: Error) => {
    if (worker !== lost) return
    worker = null
    for (const { reject } of waiting.values()) reject(error)
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
    started.on('error', (error) => lose(started, error as Error))
    started.on('exit', () => lose(started, new Error('The search thread has ended.')))
    // A pending search must not keep the process alive.
    started.unref()
    return started
  }

  return {
    ask(request: ThreadRequest): Promise<ThreadAnswer> {
      worker ??= start()
      last += 1
      const number = last
      const answer = new Promise<ThreadAnswer>((resolve, reject) =>
        waiting.set(number, { resolve, reject }),
      )
      worker.postMessage({ number, request })
      return answer
    },
    async close() {
      const closing = worker
      worker = null
      await closing?.terminate()
    },
  }
}

export type SearchThread = ReturnType<typeof createSearchThread>
