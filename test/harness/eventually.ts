import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** For what comes at once on a quiet machine: a busy build machine can stand still for seconds. */
export const patienceMs = 30_000

/** For what no event tells of: asks again and again, and fails with the last answer's reason. */
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

/** Until an expression is true in the page; not by its own polling, which our pages' policy forbids. */
export const until = async (page: Page, expression: string) =>
  await eventually(async () => assert.ok(await page.evaluate(expression), expression))
