// Replaces `node:test` while a test file loads: collects its tests and hooks, and registers them at
// once when the whole file is loaded. `node:test` finds the file of a test by its async context, and
// after a top-level await of a promise that an earlier file has made, that is the earlier file: its
// tests would be lost.
import * as node from 'node:test'

export { mock } from 'node:test'

let collected: (() => void)[] | undefined

/** The tests and hooks of a file, to be registered in a suite. */
export const collectTests = async (load: () => Promise<unknown>): Promise<() => void> => {
  const own: (() => void)[] = []
  collected = own
  try {
    await load()
  } catch (error) {
    own.push(() => {
      throw error
    })
  } finally {
    collected = undefined
  }
  return () => {
    for (const register of own) register()
  }
}

/** Later, as for the tests inside a suite, it is the function of `node:test` itself. */
const collecting =
  <Arguments extends unknown[]>(register: (...given: Arguments) => unknown) =>
  (...given: Arguments): void => {
    if (collected) collected.push(() => void register(...given))
    else void register(...given)
  }

export const test = collecting(node.test as (...given: unknown[]) => unknown)
export const suite = collecting(node.suite as (...given: unknown[]) => unknown)
export const before = collecting(node.before)
export const after = collecting(node.after)
