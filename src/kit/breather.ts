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
