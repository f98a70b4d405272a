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

/** The caller has too much work in the queue. */
export class TooBusy extends Error {}
/** The work exceeded the time limit of a request. */
export class TookTooLong extends Error {}
/** The process grew too much while the work was running. */
export class TookTooMuch extends Error {}

interface ThreadsOptions {
  /** The module whose exports are run. */
  file: URL
  maxThreads?: number
  timeoutMs?: number
  maxWaiting?: number
  /**
   * Ends work during which the process grows by more than this. The limits of a thread do not cover
   * its buffers, such as an unpacked stream.
   */
  maxGrowthBytes?: number
  /** How long an idle thread waits for work. */
  idleMs?: number
}

interface Job {
  name: string
  input: unknown
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

const memory = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 16 }

const growthCheckMs = 100

const watchGrowth = (mostBytes: number | undefined) => {
  const controller = new AbortController()
  const before = process.memoryUsage.rss()
  const look = () => {
    if (process.memoryUsage.rss() - before > (mostBytes ?? 0)) controller.abort()
  }
  const timer = mostBytes === undefined ? undefined : setInterval(look, growthCheckMs)
  return { signal: controller.signal, end: () => clearInterval(timer) }
}

/** Threads start on first use and end when they are idle. */
export const createThreads = (options: ThreadsOptions): Threads => {
  const {
    file,
    maxThreads = Math.min(4, Math.max(2, availableParallelism() - 1)),
    timeoutMs = 20 * secondMs,
    maxWaiting = 100,
    maxGrowthBytes,
    idleMs = 5 * secondMs,
  } = options
  let pool: Piscina | undefined
  let isClosed = false
  let running = 0
  // The first caller is next, and moves to the end after its turn.
  const waiting = new Map<string, Job[]>()

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

  const runJob = async ({ name, input, resolve, reject }: Job) => {
    running += 1
    const time = AbortSignal.timeout(timeoutMs)
    const growth = watchGrowth(maxGrowthBytes)
    try {
      const signal = AbortSignal.any([time, growth.signal])
      resolve(await start().run(input, { name, signal }))
    } catch (error) {
      if (growth.signal.aborted) reject(new TookTooMuch())
      else reject(time.aborted ? new TookTooLong() : error)
    } finally {
      growth.end()
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
      isClosed = true
      await pool?.destroy()
    },
  }
}
