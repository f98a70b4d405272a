import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { secondMs } from './clock.ts'
import { createFairQueue } from './fair-queue.ts'

/** Runs work in threads that would block the event loop for too long. */
export interface Threads {
  /**
   * Runs the function of this name in the file of the threads. `caller` is a user or an address;
   * callers take turns.
   */
  run<T>(name: string, input: unknown, caller: string): Promise<T>
  close(): Promise<void>
}

/** The work exceeded the time limit of a request. */
export class TookTooLong extends Error {}

interface ThreadsOptions {
  /** The module whose exports are run. */
  file: URL
  maxThreads?: number
  timeoutMs?: number
  maxWaiting?: number
  /** How long an idle thread waits for work. */
  idleMs?: number
}

const memory = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 16 }

/** Threads start on first use and end when they are idle. */
export const createThreads = (options: ThreadsOptions): Threads => {
  const {
    file,
    maxThreads = Math.min(4, Math.max(2, availableParallelism() - 1)),
    timeoutMs = 20 * secondMs,
    maxWaiting = 100,
    idleMs = 5 * secondMs,
  } = options
  let pool: Piscina | undefined
  let isClosed = false
  const queue = createFairQueue({ maxRunning: maxThreads, maxWaiting })

  const start = (): Piscina => {
    // The pool would start new threads for the work that is still queued.
    if (isClosed) throw new Error('The threads are closed.')
    pool ??= new Piscina({
      filename: file.href,
      minThreads: 0,
      maxThreads,
      idleTimeout: idleMs,
      // The queue is in this module, because it must be fair.
      maxQueue: maxThreads,
      resourceLimits: memory,
      recordTiming: false,
    })
    return pool
  }

  return {
    run: <T>(name: string, input: unknown, caller: string): Promise<T> =>
      queue(caller, async () => {
        const signal = AbortSignal.timeout(timeoutMs)
        try {
          return await start().run(input, { name, signal })
        } catch (error) {
          throw signal.aborted ? new TookTooLong() : error
        }
      }),
    async close() {
      isClosed = true
      await pool?.destroy()
    },
  }
}
