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
