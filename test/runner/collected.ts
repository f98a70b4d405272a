// Stands in for `node:test` while a file loads: what the file registers is kept and then registered
// in one go. `node:test` itself attaches a test to the suite of the current asynchronous context,
// and a top-level await can lose that context. The tests after it would not run.
import * as real from 'node:test'

let collected: (() => unknown)[] | undefined

/** Loads a file, and registers its tests and hooks when it is loaded. */
export const registerAfter = async (load: () => Promise<unknown>) => {
  const own: (() => unknown)[] = []
  collected = own
  try {
    await load()
  } catch (error) {
    // A suite that fails while it is built would be reported as one without tests.
    own.push(() =>
      real.test('the file loads', () => {
        throw error
      }),
    )
  } finally {
    collected = undefined
  }
  return () => {
    for (const register of own) void register()
  }
}

const later =
  <P extends unknown[]>(register: (...parameters: P) => unknown) =>
  (...parameters: P) => {
    if (collected) collected.push(() => register(...parameters))
    else void register(...parameters)
  }

export const test = later(real.test)
export const suite = later(real.suite)
export const before = later(real.before)
export const after = later(real.after)
export const beforeEach = later(real.beforeEach)
export const afterEach = later(real.afterEach)
