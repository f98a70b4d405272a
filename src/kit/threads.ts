import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { secondMs } from './clock.ts'

/** Work that would hold the event loop for too long, done beside it. */
export interface Threads {
  /**
   * Runs the function that the file of the threads exports under this name. `caller` is whoever
   * asks, such as a user or an address: callers take turns.
   */
  run<T>(name: string, input: unknown, caller: string): Promise<T>
  close(): Promise<void>
}

/** A caller has too much work waiting. */
export class TooBusy extends Error {}
/** The work took longer than one request may take. */
export class TookTooLong extends Error {}

interface ThreadsOptions {
  /** The module whose exports are run. */
  file: URL
  maxThreads?: number
  timeoutMs?: number
  maxWaiting?: number
}

interface Job {
  name: string
  input: unknown
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

const idleMs = 5 * secondMs
const memory = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 16 }

/** Threads are started when they are first needed, and ended when there is nothing to do. */
export const createThreads = (options: ThreadsOptions): Threads => {
  const {
    file,
    maxThreads = Math.min(4, Math.max(2, availableParallelism() - 1)),
    timeoutMs = 20 * secondMs,
    maxWaiting = 100,
  } = options
  let pool: Piscina | undefined
  let running = 0
  // The first caller is the next one; each goes to the end after its turn.
  const waiting = new Map<string, Job[]>()

  const start = (): Piscina => {
    pool ??= new Piscina({
      filename: file.href,
      minThreads: 0,
      maxThreads,
      idleTimeout: idleMs,
      // The queue is ours: it is fair.
      maxQueue: maxThreads,
      resourceLimits: memory,
      recordTiming: false,
    })
    return pool
  }

  const runJob = async ({ name, input, resolve, reject }: Job) => {
    running += 1
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      resolve(await start().run(input, { name, signal }))
    } catch (error) {
      reject(signal.aborted ? new TookTooLong() : error)
    } finally {
      running -= 1
      runNext()
    }
  }

  const runNext = () => {
    while (running < maxThreads) {
      const [next] = waiting
      if (!next) return
      const [caller, jobs] = next
      const job = jobs.shift()
      waiting.delete(caller)
      if (jobs.length > 0) waiting.set(caller, jobs)
      if (job) void runJob(job)
    }
  }

  return {
    run<T>(name: string, input: unknown, caller: string): Promise<T> {
      return new Promise((resolve, reject) => {
        const jobs = waiting.get(caller) ?? []
        if (jobs.length >= maxWaiting) throw new TooBusy()
        jobs.push({ name, input, resolve: resolve as Job['resolve'], reject })
        waiting.set(caller, jobs)
        runNext()
      })
    },
    async close() {
      await pool?.destroy()
    },
  }
}
