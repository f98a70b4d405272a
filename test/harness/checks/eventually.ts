import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'

const longestPauseMs = 100

/**
 * For effects that take seconds at most. It only ends tests that are broken, so it is long enough for a
 * machine that does eight other things.
 */
export const patienceMs = 120_000

/**
 * For effects without an event: repeats the check, and fails with its last error. Each pause is longer
 * than the one before it, because a check costs processor time in the service or in a browser too.
 */
export const eventually = async <T>(look: () => Promise<T>, withinMs = patienceMs): Promise<T> => {
  const until = performance.now() + withinMs
  for (let pauseMs = 5; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await look()
    } catch (error) {
      if (performance.now() > until) throw error
      await wait(pauseMs)
    }
  }
}

/**
 * Waits until an expression is true in the page. Not by Playwright's own polling, which our content
 * security policy forbids.
 */
export const until = async (page: Page, expression: string) =>
  await eventually(async () => assert.ok(await page.evaluate(expression), expression))
