import { setImmediate as nextTurn } from 'node:timers/promises'

/** As long as one piece of work may hold the event loop before others have their turn. */
const maxHeldMs = 10

/**
 * For a loop of many small steps. SQLite answers within the same turn of the event loop, so that an
 * `await` alone lets nobody else in.
 */
export const createBreather = (): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < maxHeldMs) return
    await nextTurn()
    since = performance.now()
  }
}

/** Consecutive items, so many at a time that their sizes sum up to about `maxSize`. */
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

/** The same text as `JSON.stringify(list)`, made in many turns. */
export const listAsJson = async (list: readonly object[]): Promise<string> => {
  const breathe = createBreather()
  const parts: string[] = []
  for (const item of list) {
    await breathe()
    parts.push(JSON.stringify(item))
  }
  const text = `[${parts.join(',')}]`
  await breathe()
  return text
}
