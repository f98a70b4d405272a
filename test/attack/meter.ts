// The cost of a request for the event loop in CPU time, independent of the load of the machine.
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { threadMs, workedMs } from '../harness/checks/duration.ts'

export interface Cost {
  /**
   * The longest turn of the event loop, in CPU milliseconds of this thread, without major garbage
   * collections: their time depends on what all tests of this process have left in its memory.
   */
  longestMs: number
  /** All threads of the process, including the sender of the requests. */
  processMs: number
}

/**
 * Reads the clock of the thread after every millisecond that a turn ends, until the work is done. A
 * read in every turn would keep the loop, and so a core, busy while it waits for the response.
 */
export const measure = async <T>(work: () => Promise<T>): Promise<[T, Cost]> => {
  const cost: Cost = { longestMs: 0, processMs: 0 }
  let isOver = false
  let last = threadMs()
  let begun = performance.now()
  const startedAt = workedMs()
  const turns: { from: number; until: number; ms: number }[] = []
  const collections: { from: number; ms: number }[] = []
  const collect = (entries: PerformanceEntry[]) => {
    for (const entry of entries) {
      const { kind } = (entry as PerformanceEntry & { detail: { kind: number } }).detail
      if (kind !== constants.NODE_PERFORMANCE_GC_MAJOR) continue
      collections.push({ from: entry.startTime, ms: entry.duration })
    }
  }
  const observer = new PerformanceObserver((list) => collect(list.getEntries()))
  observer.observe({ entryTypes: ['gc'] })
  const look = () => {
    const now = threadMs()
    const until = performance.now()
    turns.push({ from: begun, until, ms: now - last })
    last = now
    begun = until
    if (!isOver) timer = setTimeout(look, 1)
  }
  let timer = setTimeout(look, 1)
  try {
    return [await work(), cost]
  } finally {
    isOver = true
    clearTimeout(timer)
    look()
    // The entries of the last collections are not delivered yet.
    await new Promise(setImmediate)
    collect(observer.takeRecords())
    observer.disconnect()
    const collectedIn = ({ from, until }: { from: number; until: number }) =>
      collections
        .filter((one) => one.from >= from && one.from < until)
        .reduce((sum, { ms }) => sum + ms, 0)
    cost.longestMs = turns.reduce((longest, turn) => {
      return turn.ms <= longest ? longest : Math.max(longest, turn.ms - collectedIn(turn))
    }, 0)
    cost.processMs = workedMs() - startedAt
  }
}
