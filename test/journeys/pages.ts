import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

/** A person at a browser of their own; whatever the page complains about fails the test. */
export const openPage = async (
  t: TestContext,
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    // A refusal that the test asks for is shown here too.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text())
    }
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  t.after(async () => {
    await context.close()
    assert.deepEqual(complaints, [])
  })
  return page
}

/** Nobody should have to scroll sideways, least of all on a phone. */
export const assertFitsWidth = async (page: Page) => {
  const widths = 'document.documentElement.scrollWidth + " " + innerWidth'
  const [content = 0, window = 0] = String(await page.evaluate(widths))
    .split(' ')
    .map(Number)
  assert.ok(content <= window, `the page is ${content} px wide in a window of ${window} px`)
}
