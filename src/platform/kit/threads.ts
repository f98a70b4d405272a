import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { secondMs } from './clock.ts'

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

/** The caller has too much work in the queue. */
export class TooBusy extends Error {}

interface FairQueueOptions {
  maxRunning: number
  /** Maximum queued jobs of one caller. */
  maxWaiting: number
}

/** Runs at most `maxRunning` jobs at a time. Callers take turns, whatever the number of their jobs. */
export const createFairQueue = ({ maxRunning, maxWaiting }: FairQueueOptions) => {
  let running = 0
  // The first caller is next, and moves to the end after its turn.
  const waiting = new Map<string, (() => Promise<void>)[]>()

  const runNext = () => {
    while (running < maxRunning) {
      const [next] = waiting
      if (!next) return
      const [caller, jobs] = next
      const job = jobs.shift()
      waiting.delete(caller)
      if (jobs.length > 0) waiting.set(caller, jobs)
      if (!job) continue
      running += 1
      void job().finally(() => {
        running -= 1
        runNext()
      })
    }
  }

  return <T>(caller: string, work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const jobs = waiting.get(caller) ?? []
      if (jobs.length >= maxWaiting) throw new TooBusy()
      jobs.push(() => work().then(resolve, reject))
      waiting.set(caller, jobs)
      runNext()
    })
}
