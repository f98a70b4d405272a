import { createThreads, type Threads } from '../../../src/kit/threads.ts'

/** By their options. */
const pools = new Map<string, Threads>()

// The runner has no more files for this process.
process.once('disconnect', () => {
  for (const pool of pools.values()) void pool.close()
})

/**
 * The services of this process share their threads, because a new one takes 0.4 s of processor time.
 * A service that closes gives up only its own work.
 */
export const shareThreads: typeof createThreads = (options) => {
  const name = JSON.stringify(options)
  const pool = pools.get(name) ?? createThreads({ ...options, idleMs: 60_000 })
  pools.set(name, pool)
  const closing = Promise.withResolvers<never>()
  closing.promise.catch(() => undefined)
  return {
    run: <T>(...work: Parameters<Threads['run']>) =>
      Promise.race([pool.run<T>(...work), closing.promise]),
    close: async () => closing.reject(new Error('The service is closed.')),
  }
}
