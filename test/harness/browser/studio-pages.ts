// The Studio in a browser, for the journeys of its pages.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { openPage, type PageOptions } from '../../journeys/pages.ts'
import type { Service } from '../service/service.ts'
import { signIn } from '../service/session.ts'

/**
 * Wide, without motion, and signed in; a violation of the content security policy fails the test.
 */
export const openStudio = async (
  t: TestContext,
  browser: Browser,
  service: Service,
  { email = 'owner@localhost', ...options }: PageOptions & { email?: string } = {},
): Promise<Page> => {
  const page = await openPage(t, browser, {
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  })
  const refused: string[] = []
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) refused.push(message.text())
  })
  t.after(() => assert.deepEqual(refused, []))
  const [name = '', value = ''] = (await signIn(service, email)).split('=')
  await page.context().addCookies([{ name, value, url: service.config.QPR_BASE_URL }])
  return page
}

/** The URL of a page of the Studio in the default organization. */
export const studioAddress = (service: Service, path: string): string =>
  `${service.config.QPR_BASE_URL}/studio/owners-organization/${path}`

let axe: string | undefined

/** Waits until the page is complete: while it loads, it has neither a heading nor its content. */
export const settled = async (page: Page) => {
  await page.locator('main h1').first().waitFor({ state: 'attached' })
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
}

/**
 * Axe finds nothing in this state, in the colours of the moment. `web/studio/roles.journey.deep.test.ts`
 * asks it about every page by day and by night, so journeys ask about the states that no walk reaches:
 * dialogs, refusals, empty lists.
 */
export const assertAccessible = async (page: Page, state: string, rules = {}) => {
  await settled(page)
  axe ??= await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const options = JSON.stringify({ resultTypes: ['violations'], ...rules })
  const violations = await page.evaluate(`axe.run(${options}).then(
    ({ violations }) => violations.map(({ id, nodes }) =>
      id + ' ' + nodes.map(({ html, failureSummary }) => html + failureSummary)))`)
  assert.deepEqual(violations, [], state)
}

/** By night only the colours differ. */
export const assertAccessibleByNight = async (page: Page, state: string) => {
  await page.evaluate("document.documentElement.dataset.theme = 'dark'")
  await assertAccessible(page, `${state} by night`, { runOnly: ['color-contrast'] })
  await page.evaluate("document.documentElement.dataset.theme = 'light'")
}
