import { type Child, createChild } from '../../../src/platform/kit/child.ts'
import { createThreads, type Threads } from '../../../src/platform/kit/threads.ts'

type Pool = Threads | Child

/** By their options. */
const pools = new Map<string, Pool>()

// The runner has no more files for this process.
process.once('disconnect', () => {
  for (const pool of pools.values()) void pool.close()
})

/**
 * The services of this process share their threads and their child process, because a new one takes
 * 0.4 s of processor time. A service that closes gives up only its own work.
 */
const share =
  <Options extends object, Shared extends Pool>(
    create: (options: Options & { idleMs: number }) => Shared,
  ) =>
  (options: Options) => {
    const name = JSON.stringify(options)
    const pool = (pools.get(name) as Shared | undefined) ?? create({ ...options, idleMs: 60_000 })
    pools.set(name, pool)
    const closing = Promise.withResolvers<never>()
    closing.promise.catch(() => undefined)
    return {
      run: <T>(...work: Parameters<Shared['run']>) =>
        Promise.race([pool.run<T>(...(work as Parameters<Child['run']>)), closing.promise]),
      close: async () => closing.reject(new Error('The service is closed.')),
    }
  }

export const shareThreads: typeof createThreads = share(createThreads)
export const shareChild: typeof createChild = share(createChild)
