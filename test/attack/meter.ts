// The cost of a request for the event loop in CPU time, independent of the load of the machine.

export interface Cost {
  /** The longest turn of the event loop, in CPU milliseconds of this thread. */
  longestMs: number
  /** All threads of the process, including the sender of the requests. */
  processMs: number
}

const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const processMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * Reads the clock of the thread after every millisecond that a turn ends, until the work is done. A
 * read in every turn would keep the loop, and so a core, busy while it waits for the response.
 */
export const measure = async <T>(work: () => Promise<T>): Promise<[T, Cost]> => {
  const cost: Cost = { longestMs: 0, processMs: 0 }
  let isOver = false
  let last = threadMs()
  const startedAt = processMs()
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
    cost.processMs = processMs() - startedAt
  }
}

/** On the machine for which the limits were written. */
const referenceMs = 30

/** How many times slower this process is now than that machine; 1 when it is faster. */
export const slowness = (): number => {
  const durations = [1, 2, 3].map(() => {
    const start = threadMs()
    calibrationLoop()
    return threadMs() - start
  })
  return Math.max(1, Math.min(...durations) / referenceMs)
}

/** Parsing, hashing of strings and arithmetic, as in the measured work. */
const calibrationLoop = () => {
  const text = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => ({ [`key${i % 100}`]: i })))
  let sum = 0
  for (let round = 0; round < 2; round++) {
    for (const item of JSON.parse(text)) for (const key of Object.keys(item)) sum += item[key]
  }
  for (let i = 0; i < 5_000_000; i++) sum = (sum * 31 + i) | 0
  return sum
}
