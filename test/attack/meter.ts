// The cost of a request for the event loop in CPU time, independent of the load of the machine.
import { threadMs, workedMs } from '../harness/checks/duration.ts'

export interface Cost {
  /** The longest turn of the event loop, in CPU milliseconds of this thread. */
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
  const startedAt = workedMs()
  const look = () => {
    const now = threadMs()
    cost.longestMs = Math.max(cost.longestMs, now - last)
    last = now
    if (!isOver) timer = setTimeout(look, 1)
  }
  let timer = setTimeout(look, 1)
  try {
    return [await work(), cost]
  } finally {
    isOver = true
    clearTimeout(timer)
    look()
    cost.processMs = workedMs() - startedAt
  }
}
