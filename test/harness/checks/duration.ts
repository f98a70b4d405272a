import assert from 'node:assert/strict'

/**
 * Three times, at most ten: a busy machine can pause for a second, but not each time. A check that
 * runs every few seconds may be quick once by chance, but not twice.
 */
export const assertWithinASecond = async (once: () => Promise<unknown>) => {
  const durations: number[] = []
  const isPrompt = () => durations.filter((durationMs) => durationMs < 1000).length >= 2
  while (durations.length < 3 || (durations.length < 10 && !isPrompt())) {
    const before = performance.now()
    await once()
    durations.push(Math.round(performance.now() - before))
  }
  assert.ok(isPrompt(), `${durations} ms`)
}

/** The CPU time of this process, all its threads together. */
export const workedMs = (): number => milliseconds(process.cpuUsage())

/** The CPU time of this thread. */
export const threadMs = (): number => milliseconds(process.threadCpuUsage())

const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000

/**
 * Compares CPU time with a limit that was written for the reference machine. The same work takes two
 * or three times as long on some machines, and on one machine at some hours.
 */
export const isWithin = (ms: number, limitMs: number): boolean =>
  // The machine is only measured when needed, because that takes a while.
  ms < limitMs || ms < limitMs * slowness()

/** What the calibration takes on the reference machine. */
const referenceMs = 30

/** How many times slower this process is now than the reference machine; 1 when it is faster. */
const slowness = (): number => {
  const durations = [1, 2, 3].map(() => {
    const before = threadMs()
    calibrate()
    return threadMs() - before
  })
  return Math.max(1, Math.min(...durations) / referenceMs)
}

/** Parsing, hashing of strings and arithmetic, as in the measured work. */
const calibrate = () => {
  const text = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => ({ [`key${i % 100}`]: i })))
  let sum = 0
  for (let round = 0; round < 2; round++) {
    for (const item of JSON.parse(text)) for (const key of Object.keys(item)) sum += item[key]
  }
  for (let i = 0; i < 5_000_000; i++) sum = (sum * 31 + i) | 0
  return sum
}
