import { setImmediate as nextTurn } from 'node:timers/promises'

/** The maximum time that a task may hold the event loop before other tasks get a turn. */
const maxHeldMs = 10

/**
 * For a loop of many small steps. SQLite answers within the same turn of the event loop, so an
 * `await` alone does not let other tasks run.
 */
export const createYield = (): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < maxHeldMs) return
    await nextTurn()
    since = performance.now()
  }
}

/** Slices of consecutive items whose sizes sum up to about `maxSize`. */
export function* slicesOf<T>(
  items: readonly T[],
  sizeOf: (item: T) => number,
  maxSize = 256 * 1024,
): Generator<T[]> {
  let slice: T[] = []
  let size = 0
  for (const item of items) {
    slice.push(item)
    size += sizeOf(item)
    if (size < maxSize) continue
    yield slice
    slice = []
    size = 0
  }
  if (slice.length > 0) yield slice
}
