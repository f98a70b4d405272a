import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** For immediate effects: a busy build machine can pause for seconds. */
export const patienceMs = 30_000

/** For effects without an event: repeats the check, and fails with its last error. */
export const eventually = async <T>(look: () => Promise<T>, withinMs = patienceMs): Promise<T> => {
  const until = performance.now() + withinMs
  for (;;) {
    try {
      return await look()
    } catch (error) {
      if (performance.now() > until) throw error
      await wait(5)
    }
  }
}

/**
 * Waits until an expression is true in the page. Not by Playwright's own polling, which our content
 * security policy forbids.
 */
export const until = async (page: Page, expression: string) =>
  await eventually(async () => assert.ok(await page.evaluate(expression), expression))
