import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core'

export interface PageOptions extends BrowserContextOptions {
  /** Console messages that the test itself causes. */
  expects?: RegExp
}

/** A person in a separate browser; any error in the page fails the test. */
export const openPage = async (
  t: TestContext,
  browser: Browser,
  { expects, ...options }: PageOptions = {},
): Promise<Page> => {
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ viewport, ...options })
  const page = await context.newPage()
  keepRoutes(page)
  const complaints: string[] = []
  page.on('console', (message) => {
    // An expected refusal appears here too.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text())
    }
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  t.after(async () => {
    await context.close()
    assert.deepEqual(
      complaints.filter((complaint) => !expects?.test(complaint)),
      [],
    )
  })
  return page
}

/**
 * When the last route of a page goes, Chromium forgets requests that are under way: they never end.
 * So with each route the context gets one that matches nothing, and stays.
 */
const keepRoutes = (page: Page) => {
  const route = page.route.bind(page)
  page.route = async (...routed) => {
    await page.context().route(/^nothing:/, (one) => one.abort())
    return route(...routed)
  }
}

/** Calls back for each request of a page, except that for its icon: only a browser with tabs sends it. */
export const onRequest = (page: Page, receive: (request: Request) => void) => {
  page.on('request', (request) => {
    if (!request.url().endsWith('/icon.svg')) receive(request)
  })
}

/** In the page: the widths of its content and its window, and the elements that overflow. */
const widthsScript = `(() => {
  const content = document.documentElement.scrollWidth
  const wide = [...document.querySelectorAll('body *')]
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
    .map((one) => one.outerHTML.slice(0, 120))
  return { content, window: innerWidth, wide: wide.slice(-3) }
})()`

/** No page may scroll sideways, especially on a phone. */
export const assertFitsWidth = async (page: Page, place = 'the page') => {
  const { content, window, wide } = await page.evaluate<{
    content: number
    window: number
    wide: string[]
  }>(widthsScript)
  const sizes = `${place} is ${content} px wide in a window of ${window} px`
  assert.ok(content <= window, `${sizes}: ${wide.join('\n')}`)
}
